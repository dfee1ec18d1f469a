import type { ReactNode } from "react";
import { citationListType } from "../domain/citations.ts";
import { partWords } from "../words/parts.ts";
import type { Citation } from "./citation.ts";
import { safeHref } from "./safeHref.ts";
import { css } from "./style/css.ts";

export interface CitationListProps {
  citations: readonly Citation[];
  onOpen?(citation: Citation): void;
}

/** The sources of an answer below it, folded away until somebody asks. */
export function CitationList({ citations, onOpen }: CitationListProps): ReactNode {
  if (citations.length === 0) return null;
  return (
    <details className={list}>
      <summary>
        {partWords.sources} <span>{citations.length}</span>
      </summary>
      <ol type={citationListType}>
        {citations.map((citation) => (
          <li key={citation.number} value={citation.number}>
            {drawTitle(citation, onOpen)}
            {citation.position && <small>{citation.position}</small>}
            {citation.quote && <q dir="auto">{citation.quote}</q>}
          </li>
        ))}
      </ol>
    </details>
  );
}

function drawTitle(citation: Citation, onOpen: CitationListProps["onOpen"]): ReactNode {
  const href = safeHref(citation.url ?? "");
  if (!href) return <b dir="auto">{citation.title}</b>;
  return (
    <a href={href} target="_blank" rel="noopener" dir="auto" onClick={() => onOpen?.(citation)}>
      {citation.title}
    </a>
  );
}

const list = css`
  font-size: var(--ph-text-s);
  & > summary {
    width: fit-content;
    padding: 4px 0;
    color: var(--ph-text-3);
    font-weight: 550;
    cursor: pointer;
  }
  & > summary:hover {
    color: var(--ph-text);
  }
  & > ol {
    display: grid;
    gap: 10px;
    margin-top: 6px;
    padding-inline-start: 1.6em;
  }
  & li::marker {
    color: var(--ph-text-3);
    font-variant-numeric: tabular-nums;
  }
  & a,
  & b {
    font-weight: 550;
    overflow-wrap: anywhere;
  }
  & small {
    margin-inline-start: 8px;
    color: var(--ph-text-3);
    font-size: inherit;
  }
  & q {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
    overflow: hidden;
    margin-top: 2px;
    color: var(--ph-text-2);
    overflow-wrap: anywhere;
  }
`;
