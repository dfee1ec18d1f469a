import { css } from "../../../../shared/ui/style/css.ts";

/** What a dialog says and asks one below the other, with what can be ticked. */
export const dialogBody = css`
  display: grid;
  gap: 14px;
  & > p {
    color: var(--ph-text-2);
  }
  & > label {
    display: flex;
    align-items: center;
    gap: 10px;
    min-height: 28px;
    cursor: pointer;
  }
  & input[type="checkbox"] {
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: var(--ph-accent);
  }
`;
