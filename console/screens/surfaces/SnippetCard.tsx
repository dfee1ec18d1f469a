import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import type { SnippetSource } from "../../../shared/frame/snippet.ts";
import { policyLines, scriptSnippet } from "../../../shared/frame/snippet.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { hostedWeb, loadHostedWeb } from "../../state/surfaces/hostedWeb.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { CodeBlock } from "../../parts/CodeBlock.tsx";
import { Picker } from "./Picker.tsx";
import { snippetForms } from "./snippetForms.ts";
import type { SnippetForm } from "./snippetForms.ts";
import { deployPath } from "./deployTab.ts";

interface SnippetCardProps {
  source: SnippetSource;
  name: string;
  place: AgentPlace;
}

/** The script tag, which is right for nearly all sites, then every other way, and what a page with a strict policy adds. */
export function SnippetCard({ source, name, place }: SnippetCardProps): ReactNode {
  const [usual, ...others] = snippetForms;
  if (!usual) return null;
  return (
    <Card title="Snippet" subtitle={usual.why}>
      <div className={body}>
        <CodeBlock label={`Copy ${usual.label.toLowerCase()}`} code={scriptSnippet(source)} />
        <details>
          <summary>Other ways</summary>
          <div className={body}>
            <OtherWays {...{ source, name, place, others }} />
          </div>
        </details>
        <details>
          <summary>Your site has a Content-Security-Policy?</summary>
          <p>Add these sources to its directives. The chat needs no others.</p>
          <CodeBlock label="Copy policy lines" code={policyLines(source)} />
        </details>
      </div>
    </Card>
  );
}

function OtherWays({
  source,
  name,
  place,
  others,
}: SnippetCardProps & { others: readonly SnippetForm[] }): ReactNode {
  const [chosen, setChosen] = useState(others[0]?.value ?? "");
  const { data } = useSnapshot(hostedWeb);
  const { orgId, agentId } = place;
  const isLink = chosen === "link";
  useEffect(() => {
    // Only the link needs to know whether there is a page.
    if (isLink) void loadHostedWeb({ orgId, agentId });
  }, [isLink, orgId, agentId]);

  const page = data?.agentId === agentId ? data.page : null;
  const form = others.find(({ value }) => value === chosen);
  if (!form) return null;
  const code = form.code({ ...source, name, slug: page?.enabled ? page.slug : null });
  return (
    <>
      <Picker label="Kind of snippet" value={chosen} onChange={setChosen} options={others} />
      <p>{form.why}</p>
      {code === null ? (
        <p>
          The hosted page is off. <Link href={deployPath(place, "page")}>Switch it on</Link> and its link
          appears here.
        </p>
      ) : (
        <CodeBlock label={`Copy ${form.label.toLowerCase()}`} code={code} />
      )}
    </>
  );
}

const body = css`
  display: grid;
  gap: 12px;
  min-width: 0;
  & p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & summary {
    width: fit-content;
    padding: 3px 0;
    font-size: var(--ph-text-s);
    font-weight: 550;
    color: var(--ph-accent-text);
    cursor: pointer;
  }
  & > details > p,
  & > details > div {
    margin: 4px 0 8px;
  }
`;
