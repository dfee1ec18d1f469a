import { css } from "../../shared/ui/style/css.ts";

/** A group of checkboxes under its legend, two beside each other where there is room. */
export const checkboxList = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 250px), 1fr));
  gap: 2px 16px;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  & > legend {
    display: flex;
    gap: 8px;
    width: 100%;
    margin-bottom: 4px;
    padding: 0;
    font-size: var(--ph-text-s);
    font-weight: 550;
  }
  & > p {
    grid-column: 1 / -1;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & > p[role="alert"] {
    color: var(--ph-danger-text);
  }
  & > label {
    display: flex;
    align-items: flex-start;
    gap: 10px;
    min-height: 30px;
    padding: 4px 0;
    line-height: 1.4;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  & > label:has(:disabled) {
    color: var(--ph-text-3);
    cursor: default;
  }
  & input {
    flex: none;
    width: 18px;
    height: 18px;
    margin: 1px 0 0;
    accent-color: var(--ph-accent);
  }
  @media (pointer: coarse) {
    & > label {
      min-height: 44px;
      padding-block: 11px;
    }
  }
`;
