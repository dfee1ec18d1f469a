import type { ReactNode } from "react";
import { nameCitation } from "../../../../shared/domain/citations.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import type { ShownAnswer } from "../../../state/playground/playground.ts";

interface SourceListProps {
  citations: ShownAnswer["citations"];
  onOpen: (passageId: string) => void;
}

/** The sources as the answer numbers them; each opens the passage that was cited. */
export function SourceList({ citations, onOpen }: SourceListProps): ReactNode {
  if (citations.length === 0) return null;
  return (
    <ol className={list} aria-label="Sources">
      {citations.map(({ number, passageId, title, headings, position }) => (
        <li key={number}>
          <button type="button" title={[title, ...headings].join(" › ")} onClick={() => onOpen(passageId)}>
            <b>{nameCitation(number)}</b>
            <span dir="auto">{headings.at(-1) ?? title}</span>
            {position && <small>{position}</small>}
          </button>
        </li>
      ))}
    </ol>
  );
}

const list = css`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    max-width: 100%;
  }
  & button {
    display: flex;
    align-items: center;
    gap: 7px;
    max-width: 100%;
    min-height: 30px;
    padding-block: 3px;
    padding-inline: 5px 10px;
    border: 1px solid var(--ph-line-2);
    border-radius: 99px;
    background: none;
    color: var(--ph-text);
    font-size: var(--ph-text-s);
    cursor: pointer;
  }
  & button:hover {
    border-color: var(--ph-line-strong);
    background: var(--ph-hover);
  }
  & b {
    display: grid;
    place-items: center;
    flex: none;
    min-width: 20px;
    height: 20px;
    border-radius: 99px;
    background: var(--ph-accent-soft);
    color: var(--ph-accent-text);
    font-size: var(--ph-text-xs);
    font-weight: 650;
    font-variant-numeric: tabular-nums;
  }
  & span {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & small {
    flex: none;
    color: var(--ph-text-2);
  }
  @media (pointer: coarse) {
    & button {
      min-height: 44px;
    }
  }
`;
