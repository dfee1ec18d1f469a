import { css, cx } from "../../../shared/ui/style/css.ts";

/** The looks of a table of the account. */
export const accountTable = css`
  width: 100%;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  border-spacing: 0;
  background: var(--ph-surface);
  text-align: start;
  & th,
  & td {
    padding: 12px 10px;
    border-bottom: 1px solid var(--ph-line);
    text-align: start;
    font-weight: 400;
    overflow-wrap: anywhere;
  }
  & thead th {
    padding-block: 10px;
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    font-weight: 550;
    white-space: nowrap;
  }
  & tbody tr:last-child > * {
    border-bottom: 0;
  }
  & tr > :first-child {
    padding-inline-start: 20px;
  }
  & tr > :last-child {
    padding-inline-end: 12px;
  }
  /* A long address in the first column takes no letters off the words of the others. */
  & td[data-name] {
    min-width: 110px;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & time {
    white-space: nowrap;
  }
`;

const cards = css`
  &[data-selectable] {
    --indent: 76px;
  }
  @media (max-width: 900px) {
    display: block;
    & thead {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    & tbody {
      display: block;
    }
    & tbody tr {
      display: grid;
      grid-template-columns: minmax(0, 1fr) 44px;
      gap: 4px 8px;
      padding: 14px 8px 14px 16px;
      border-bottom: 1px solid var(--ph-line);
    }
    & tbody tr:last-child {
      border-bottom: 0;
    }
    & tbody th,
    & tbody td {
      padding: 0;
      border: 0;
    }
    & tr > :first-child,
    & tr > :last-child {
      padding-inline: 0;
    }
    & tbody td[data-name] {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 4px 10px;
      grid-column: 1 / -1;
      padding-inline-start: var(--indent, 48px);
    }
    & tbody td[data-name]::before {
      content: attr(data-name);
      min-width: 76px;
      color: var(--ph-text-2);
    }
    & tbody td[data-menu] {
      grid-row: 1;
      grid-column: 2;
    }
  }
  @media (min-width: 561px) and (max-width: 900px) {
    & tbody tr {
      grid-template-columns: repeat(2, minmax(0, 1fr)) 44px;
    }
    & tbody th {
      grid-column: 1 / 3;
    }
    & tbody td[data-name] {
      grid-column: 1;
    }
    & tbody td[data-name]:nth-of-type(even) {
      grid-column: 2;
      padding-inline-start: 0;
    }
    & tbody td[data-menu] {
      grid-column: 3;
    }
  }
`;

/**
 * A table of people. Where it is too narrow for columns each row becomes a card: the person on top, the rest below with
 * the column's name (`data-name`) before it. `data-selectable` where rows have a box before the person.
 */
export const peopleTable = cx(accountTable, cards);

/** A person in such a table, with the box that chooses them where there is one. */
export const selectable = css`
  display: flex;
  align-items: center;
  gap: 12px;
`;
