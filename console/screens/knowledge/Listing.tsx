import type { ReactNode } from "react";
import { css } from "../../../shared/ui/style/css.ts";
import { Pager } from "../../parts/Pager.tsx";
import { useKeptFocus } from "../../parts/useKeptFocus.ts";
import { useQuery } from "../../parts/useQuery.ts";

interface ListingProps {
  /** What searches, filters and orders; null while there is nothing to look through. */
  bar: ReactNode;
  children: ReactNode;
}

/** What lies in a source: a bar to find things by, and the things. */
export function Listing({ bar, children }: ListingProps): ReactNode {
  const kept = useKeptFocus<HTMLDivElement>();
  return (
    <div {...kept} className={frame}>
      {bar && <div className={barStyle}>{bar}</div>}
      {children}
    </div>
  );
}

interface RowsProps {
  label: string;
  /** What is shown in place of no rows. */
  nothing: string;
  page: { page: number; limit: number; total: number };
  children: readonly ReactNode[];
}

/** A page of rows, and the way to the other pages; which one it is is in the address. */
export function Rows({ label, nothing, page, children }: RowsProps): ReactNode {
  const query = useQuery();
  return (
    <>
      {children.length === 0 ? (
        <p className={nothingStyle}>{nothing}</p>
      ) : (
        <ul className={list} aria-label={label}>
          {children}
        </ul>
      )}
      <Pager page={page} linkTo={(to) => query.link({ page: to > 1 ? String(to) : null })} />
    </>
  );
}

/** A row: what it is, its figures, and what can be done with it; on a phone the figures stand below both others. */
export const rowStyle = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto auto;
  align-items: center;
  gap: 4px 16px;
  min-height: 56px;
  padding: 8px 8px 8px 16px;
  @media (max-width: 768px) {
    grid-template-columns: minmax(0, 1fr) auto;
    & > :nth-child(2) {
      grid-area: 2 / 1 / auto / -1;
    }
    & > :nth-child(3) {
      grid-area: 1 / 2;
    }
  }
`;
/** The figures of a row, in small. */
export const figuresStyle = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px 12px;
  font-size: var(--ph-text-xs);
  color: var(--ph-text-2);
  font-variant-numeric: tabular-nums;
`;
const frame = css`
  display: grid;
  gap: 16px;
  min-width: 0;
`;
const barStyle = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 10px 16px;
  /* On a phone the search has a line of its own. */
  @media (max-width: 480px) {
    & > :first-child {
      flex-basis: 100%;
    }
  }
`;
const list = css`
  display: grid;
  margin: 0;
  padding: 0;
  list-style: none;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  & > li + li {
    border-top: 1px solid var(--ph-line);
  }
`;
const nothingStyle = css`
  padding: 32px 16px;
  text-align: center;
  color: var(--ph-text-2);
`;
