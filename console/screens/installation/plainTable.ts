import { css } from "../../../shared/ui/style/css.ts";

/** Around a table of numbers: where there is too little room, it scrolls and the page does not. */
export const plainTable = css`
  overflow-x: auto;
  & table {
    width: 100%;
    border-spacing: 0;
    font-variant-numeric: tabular-nums;
  }
  & th,
  & td {
    padding: 8px 16px 8px 0;
    border-bottom: 1px solid var(--ph-line);
    text-align: start;
    font-weight: 400;
    white-space: nowrap;
  }
  & thead th {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
  & tbody tr:last-child > * {
    border-bottom: 0;
  }
`;
