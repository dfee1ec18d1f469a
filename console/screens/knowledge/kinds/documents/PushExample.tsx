import type { ReactNode } from "react";
import { Link } from "wouter";
import { pushDocuments } from "../../../../../shared/contract/knowledge/documents.ts";
import { ofOrganization } from "../../../../../shared/contract/knowledge/ofOrganization.ts";
import { organizationItself } from "../../../../../shared/domain/sharedSources.ts";
import { CopyButton } from "../../../../../shared/ui/CopyButton.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";
import { paths } from "../../../../state/shell/paths.ts";
import type { SourcePlace } from "../../sourcePlace.ts";
import { readServerAddress, toAddress } from "../../../../../shared/client/basePath.ts";

interface PushExampleProps {
  place: SourcePlace;
  isOpen: boolean;
}

/** How a program pushes into this source: one call to copy, and what it needs. */
export function PushExample({ place, isOpen }: PushExampleProps): ReactNode {
  const example = writeExample(place);
  return (
    <details className={frame} open={isOpen}>
      <summary>Push documents by API</summary>
      <p>
        Create an <Link href={`${paths.team(place.orgId)}?view=keys`}>API key</Link> with the scope “Change
        knowledge” and set PILOTHOUSE_KEY to it. Push up to 100 documents per call. A document with a known
        external ID is updated. <code>format</code> is <code>markdown</code>, <code>html</code> or{" "}
        <code>text</code>.
      </p>
      <div>
        <pre tabIndex={0} aria-label="Call that pushes a document">
          {example}
        </pre>
        <CopyButton label="Copy call" text={example} />
      </div>
      <p>
        For listing, reading and deleting, see the{" "}
        <a href={toAddress("/api/docs")} target="_blank" rel="noreferrer">
          API reference
        </a>
        .
      </p>
    </details>
  );
}

function writeExample({ orgId, agentId, sourceId }: SourcePlace): string {
  const { family, path } = agentId === organizationItself ? ofOrganization(pushDocuments) : pushDocuments;
  const ids: Record<string, string> = { orgId, productId: agentId, datasourceId: sourceId };
  const address = `/api/${family}${path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "")}`;
  const document = {
    externalId: "returns",
    title: "Returns",
    url: "https://example.com/returns",
    format: "markdown",
    content: "You can return everything within 60 days.",
  };
  const body = JSON.stringify({ data: { documents: [document] } }, null, 2);
  return [
    `curl ${readServerAddress()}${address} \\`,
    `  -H "Authorization: Bearer $PILOTHOUSE_KEY" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '${body}'`,
  ].join("\n");
}

const frame = css`
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  & > summary {
    padding: 12px 16px;
    font-weight: 550;
    cursor: pointer;
  }
  & > p {
    max-width: 72ch;
    padding: 0 16px 12px;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & > div {
    display: grid;
    justify-items: end;
    min-width: 0;
    margin: 0 16px 12px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius-s);
    background: var(--ph-sunken);
    color: var(--ph-text);
  }
  & pre {
    width: 100%;
    margin: 0;
    padding: 12px 14px 4px;
    font: var(--ph-text-s) / 1.6 var(--ph-mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  & div > button {
    margin: 0 4px 4px;
  }
`;
