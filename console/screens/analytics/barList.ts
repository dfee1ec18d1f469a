import { css } from "../../../shared/ui/style/css.ts";

/** A list of names with a number, a share and a bar each. */
export const barList = css`
  display: grid;
  gap: 12px;
  margin: 0;
  padding: 0;
  list-style: none;
  font-size: var(--ph-text-s);
  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 4px 12px;
  }
  & > li > span {
    display: flex;
    align-items: center;
    gap: 6px;
    font-variant-numeric: tabular-nums;
  }
  & > li > span > i {
    flex: none;
    width: 10px;
    height: 10px;
    border-radius: 3px;
  }
  & small {
    min-width: 46px;
    text-align: end;
    color: var(--ph-text-2);
  }
  & b {
    grid-column: 1 / -1;
    display: block;
    height: 8px;
    border-radius: 4px;
    background: var(--ph-sunken);
    overflow: hidden;
  }
  & b > i {
    display: block;
    height: 100%;
  }
`;
