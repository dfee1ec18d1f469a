import { css } from "../../../../shared/ui/style/css.ts";

/** Short fields beside each other where there is room. */
export const fieldRow = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 220px), 1fr));
  align-items: start;
  gap: 16px;
`;
