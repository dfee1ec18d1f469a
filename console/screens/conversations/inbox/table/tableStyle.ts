import { css } from "../../../../../shared/ui/style/css.ts";

/**
 * A head that stays above the rows, and the box and the visitor that stay beside them; what is said takes the room that
 * the others leave.
 */
export const tableStyle = css`
  --row: 53px;
  width: 100%;
  border-spacing: 0;
  font-size: var(--ph-text-s);
  &[data-density="compact"] {
    --row: 36px;
  }
  & th,
  & td {
    height: var(--row);
    padding: 0 10px;
    border-bottom: 1px solid var(--ph-line);
    background: var(--ph-surface);
    text-align: start;
    font-weight: 400;
    white-space: nowrap;
  }
  & thead th,
  & thead td {
    position: sticky;
    top: 0;
    z-index: 2;
    height: 38px;
    background: var(--ph-sunken);
    color: var(--ph-text-2);
    font-size: var(--ph-text-xs);
    font-weight: 550;
  }
  & tr > :last-child {
    padding-inline-end: 16px;
  }
  & [data-column="box"] {
    position: sticky;
    inset-inline-start: 0;
    z-index: 1;
    width: 48px;
    min-width: 48px;
    padding: 0 4px 0 8px;
  }
  & [data-column="visitor"] {
    position: sticky;
    inset-inline-start: 48px;
    z-index: 1;
    min-width: 230px;
    padding-inline-start: 4px;
    border-inline-end: 1px solid var(--ph-line);
  }
  & tr > [data-column="visitor"]:first-child {
    inset-inline-start: 0;
    padding-inline-start: 16px;
  }
  & thead [data-column="box"],
  & thead [data-column="visitor"] {
    z-index: 3;
  }
  & tbody tr {
    cursor: pointer;
  }
  & tbody tr:hover > * {
    background: linear-gradient(var(--ph-hover), var(--ph-hover)) var(--ph-surface);
  }
  & tbody tr[data-chosen] > * {
    background: linear-gradient(var(--ph-accent-soft), var(--ph-accent-soft)) var(--ph-surface);
  }
  & [data-column="box"] > label {
    position: static;
    width: 36px;
    height: 34px;
    background: none;
    opacity: 1;
    pointer-events: auto;
  }
  & thead [data-column="box"] > label {
    display: grid;
    place-items: center;
    cursor: pointer;
  }
  & input {
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: var(--ph-accent);
    cursor: pointer;
  }
  & thead bdi,
  & td > bdi,
  & td[data-column="resolution"] > span {
    display: block;
    max-width: 200px;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  & thead button {
    display: inline-flex;
    align-items: center;
    gap: 5px;
    min-height: 28px;
    margin-inline: -6px;
    padding: 0 6px;
    border: 0;
    border-radius: 6px;
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  & thead button:hover {
    background: var(--ph-hover);
    color: var(--ph-text);
  }
  & thead [aria-sort="none"] svg {
    opacity: 0.55;
  }
  & thead [aria-sort="ascending"],
  & thead [aria-sort="descending"] {
    color: var(--ph-text);
  }
  & th[scope="row"] > span {
    position: relative;
    display: flex;
    align-items: center;
    gap: 9px;
    max-width: 240px;
  }
  & [data-picture] + span {
    display: grid;
    min-width: 0;
  }
  & th[scope="row"] a {
    overflow: hidden;
    border-radius: 4px;
    color: var(--ph-text);
    font-weight: 550;
    text-decoration: none;
    text-overflow: ellipsis;
    scroll-margin: 60px;
  }
  /* From right to left it is cut at its own end. */
  & th[scope="row"] a > bdi {
    display: block;
    width: fit-content;
    max-width: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  & tr:hover a {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  & [data-unread] a {
    font-weight: 700;
  }
  & th[scope="row"] svg {
    display: block;
    flex: none;
    color: var(--ph-text-2);
  }
  /* Verified; other values are not good news. */
  & th[scope="row"] > span > svg {
    color: var(--ph-success-text);
  }
  /* A dot at the picture's corner. */
  & [data-here]::before {
    content: "";
    position: absolute;
    z-index: 1;
    inset-block-end: 0;
    inset-inline-start: 20px;
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: var(--ph-success-text);
    box-shadow: 0 0 0 2px var(--ph-surface);
  }
  & small {
    overflow: hidden;
    color: var(--ph-text-2);
    font-size: var(--ph-text-xs);
    text-overflow: ellipsis;
  }
  & [data-column="message"] {
    width: 100%;
    min-width: 240px;
  }
  & td[data-column="message"] > [data-lines] {
    width: 0;
    min-width: 100%;
  }
  & [data-lines] {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1px;
  }
  & td[data-column="answers"] > [data-lines] {
    max-width: 170px;
  }
  & [data-lines] > bdi {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  & [data-unread] td[data-column="message"] bdi {
    color: var(--ph-text);
    font-weight: 550;
  }
  & [data-soft],
  & time {
    color: var(--ph-text-2);
  }
  & [data-lines] > i {
    color: var(--ph-accent-text);
  }
  & td > b {
    display: inline-block;
    min-width: 20px;
    padding: 0 6px;
    border-radius: 99px;
    background: var(--ph-accent);
    color: var(--ph-on-accent);
    font-size: var(--ph-text-xs);
    font-weight: 650;
    line-height: 20px;
    text-align: center;
  }
  & [data-labels] {
    display: flex;
    align-items: center;
    gap: 4px 10px;
    max-width: 220px;
  }
  & [data-rating] {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    font-variant-numeric: tabular-nums;
  }
  & [data-rating] > svg {
    color: var(--ph-accent-text);
  }
  & time,
  & [data-number] {
    font-variant-numeric: tabular-nums;
  }
  /* Both are on one line there. */
  &[data-density="compact"] [data-column="message"] {
    min-width: 340px;
  }
  &[data-density="compact"] [data-lines] {
    display: flex;
    align-items: baseline;
    gap: 8px;
  }
  &[data-density="compact"] [data-lines] > bdi:first-child {
    flex: 0 1 auto;
    min-width: 0;
  }
  &[data-density="compact"] [data-lines] > bdi + bdi {
    flex: 1 1 40%;
    min-width: 0;
  }
  &[data-density="compact"] th small {
    display: none;
  }
  &[data-density="compact"] [data-picture] {
    scale: 0.8;
  }
`;
