import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { PageChange, PageChanges } from "../../../shared/contract/agents/versions.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { describeNumber } from "../describeNumber.ts";

/** Which pages of the data sources differ: how many, and the first of them. */
export function ChangedPages({ pages }: { pages: Snapshot<PageChanges> }): ReactNode {
  const { added, changed, removed } = pages;
  const total = added + changed + removed;
  const least = pages.isWhole ? "" : "At least ";
  const hidden = total - pages.pages.length;
  return (
    <div className={box}>
      <p>
        {least}
        {describeNumber(added)} added, {describeNumber(changed)} changed, {describeNumber(removed)} removed
      </p>
      <ul>
        {pages.pages.map((page, at) => (
          <li key={at}>
            <Badge tone={tones[page.kind]}>{kindNames[page.kind]}</Badge>
            <span>
              {page.title}
              <small>{page.url ?? page.source}</small>
            </span>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p>and {describeNumber(hidden)} more</p>}
    </div>
  );
}

const kindNames: Record<PageChange["kind"], string> = {
  added: "Added",
  changed: "Changed",
  removed: "Removed",
};
const tones = { added: "success", changed: "warning", removed: "danger" } as const;

const box = css`
  display: grid;
  gap: 8px;
  padding: 10px 12px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  font-size: var(--ph-text-s);
  & p {
    margin: 0;
    color: var(--ph-text-2);
  }
  & ul {
    max-height: 320px;
    overflow: auto;
  }
  & li {
    display: flex;
    align-items: baseline;
    gap: 8px;
  }
  & li > span:last-child {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & small {
    display: block;
    color: var(--ph-text-2);
    font-size: var(--ph-text-xs);
  }
`;
