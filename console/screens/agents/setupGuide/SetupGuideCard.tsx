import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { isReviewed, nextStep } from "../../../../shared/domain/setupGuide.ts";
import { buttonClass } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { Card } from "../../../parts/Card.tsx";
import { useTabLink } from "../../../parts/shownTabs.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { stepWords } from "./stepWords.ts";

/** The setup guide in short, as long as something of it is open and this member sees its tab. */
export function SetupGuideCard({ agent, place }: { agent: Snapshot<Agent>; place: AgentPlace }): ReactNode {
  const href = useTabLink()(place, "setup-guide");
  const { items } = agent.setupGuide;
  const next = nextStep(items);
  if (!href || !next) return null;
  const { title, what } = stepWords[next.type];
  return (
    <Card title="Setup guide" subtitle={`${items.filter(isReviewed).length} of ${items.length} steps done`}>
      <div className={row}>
        <p>
          <strong>Next: {title}</strong>
          <span>{what}</span>
        </p>
        <Link href={href} className={buttonClass("primary")}>
          Continue setup
        </Link>
      </div>
    </Card>
  );
}

const row = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  & > p {
    display: grid;
    flex: 1 1 240px;
    color: var(--ph-text-2);
  }
  & strong {
    font-weight: 550;
    color: var(--ph-text);
  }
`;
