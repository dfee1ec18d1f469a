import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { ArrowUpRight } from "lucide-react";
import { safeHref } from "../../../../shared/ui/safeHref.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { describeFound } from "../../../parts/receipt/describeFound.ts";
import type { ShownAnswer } from "../../../state/playground/playground.ts";

/** A passage that is to be seen; a new object each time somebody asks for it. */
export interface Wanted {
  passageId: string;
}

interface PassageTableProps {
  answer: ShownAnswer;
  wanted: Wanted | null;
  /** What can be done with a passage, below its text. */
  drawActions?: DrawPassageActions | undefined;
}

export type DrawPassageActions = (page: { title: string; url: string | null }) => ReactNode;

/** What was found for the question, best first: how well it fits, and whether the answer cites it. */
export function PassageTable({
  answer: { receipt, citations },
  wanted,
  drawActions,
}: PassageTableProps): ReactNode {
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    if (!wanted) return;
    const passage = table.current?.querySelector<HTMLDetailsElement>(
      `details[data-passage="${CSS.escape(wanted.passageId)}"]`,
    );
    if (!passage) return;
    passage.open = true;
    passage.querySelector("summary")?.focus({ preventScroll: true });
    passage.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }, [wanted]);
  const passages = receipt?.passages ?? [];
  const best = Math.max(...passages.map(({ score }) => score));
  const numberOf = new Map(citations.map(({ passageId, number }) => [passageId, number]));
  return (
    <table ref={table} className={frame}>
      <thead>
        <tr>
          <th scope="col">Passage</th>
          <th scope="col">Score</th>
        </tr>
      </thead>
      <tbody>
        {passages.map(({ passageId, title, text, url, score, by, cited }) => (
          <tr key={passageId} data-cited={cited ? "" : undefined}>
            <td>
              <details data-passage={passageId}>
                <summary>
                  <strong dir="auto">{title}</strong>
                  {cited && <Badge tone="accent">Cited as {numberOf.get(passageId) ?? "a source"}</Badge>}
                  <span dir="auto">{text.slice(0, 160)}</span>
                </summary>
                <p dir="auto">{text}</p>
                {by && <small>{describeFound({ by })}</small>}
                <PageLink url={url} />
                {drawActions?.({ title, url })}
              </details>
            </td>
            <td>
              {score.toFixed(2)}
              <i aria-hidden="true" style={{ inlineSize: `${Math.max(4, (score / best) * 100)}%` }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PageLink({ url }: { url: string | null }): ReactNode {
  const href = safeHref(url ?? "");
  if (!href) return null;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      Open the page
      <ArrowUpRight size={14} aria-hidden />
    </a>
  );
}

const frame = css`
  width: 100%;
  border-collapse: collapse;
  font-size: var(--ph-text-s);
  & th {
    padding: 0 0 6px;
    font-size: var(--ph-text-xs);
    font-weight: 500;
    text-align: start;
    color: var(--ph-text-2);
  }
  & th:last-child,
  & td:last-child {
    width: 72px;
    padding-inline-start: 16px;
  }
  & td {
    padding: 8px 0;
    border-top: 1px solid var(--ph-line);
    vertical-align: top;
  }
  & td:last-child {
    padding-top: 10px;
    font-variant-numeric: tabular-nums;
  }
  & td > i {
    display: block;
    height: 4px;
    margin-top: 4px;
    border-radius: 2px;
    background: var(--ph-line-strong);
  }
  & tr[data-cited] td > i {
    background: var(--ph-accent-text);
  }
  & summary {
    display: grid;
    grid-template-columns: auto 1fr;
    align-items: center;
    justify-items: start;
    gap: 2px 8px;
    min-height: 24px;
    border-radius: var(--ph-radius-s);
    list-style: none;
    cursor: pointer;
  }
  & summary::-webkit-details-marker {
    display: none;
  }
  & summary > strong {
    font-weight: 550;
    overflow-wrap: anywhere;
  }
  & summary:hover > strong {
    text-decoration: underline;
  }
  & summary > span:last-child {
    grid-column: 1 / -1;
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 1;
    overflow: hidden;
    color: var(--ph-text-2);
    overflow-wrap: anywhere;
  }
  & details[open] > summary > span:last-child {
    display: none;
  }
  & details > p {
    margin-top: 6px;
    padding: 10px 12px;
    border-radius: var(--ph-radius-s);
    background: var(--ph-sunken);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  & details > small {
    display: block;
    margin-top: 6px;
    color: var(--ph-text-2);
    font-variant-numeric: tabular-nums;
  }
  & details > a {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    min-height: 24px;
    margin-top: 6px;
    font-weight: 550;
  }
`;
