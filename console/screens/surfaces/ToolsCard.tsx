import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { writeToolExample, writeToolTypes } from "../../../shared/domain/toolTypes.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { CodeBlock } from "../../parts/CodeBlock.tsx";
import { mayDo } from "../../state/accounts/organization.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { loadSkills, skills } from "../../state/skills/skills.ts";

/** What the site's own code has to offer for the agent's actions; nothing where it has none of them. */
export function ToolsCard({ place }: { place: AgentPlace }): ReactNode {
  const { orgId, agentId } = place;
  const { data } = useSnapshot(skills);
  const mayRead = mayDo("skills.read");
  useEffect(() => {
    if (mayRead) void loadSkills({ orgId, agentId });
  }, [mayRead, orgId, agentId]);
  const tools = (data?.of === agentId ? data.items : []).flatMap(({ config, ...skill }) =>
    config.kind === "client" ? [{ ...skill, config }] : [],
  );
  const [first] = tools;
  if (!first) return null;
  return (
    <Card title="Code for actions" subtitle="Your agent's actions that run on your website.">
      <div className={body}>
        <CodeBlock label="Copy code" code={writeToolExample(first)} />
        <details>
          <summary>TypeScript types</summary>
          <CodeBlock label="Copy types" code={writeToolTypes(tools)} />
        </details>
      </div>
    </Card>
  );
}

const body = css`
  display: grid;
  gap: 12px;
  min-width: 0;
  & summary {
    width: fit-content;
    padding: 3px 0;
    font-size: var(--ph-text-s);
    font-weight: 550;
    color: var(--ph-accent-text);
    cursor: pointer;
  }
`;
