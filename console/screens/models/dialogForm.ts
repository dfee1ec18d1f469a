import { css } from "../../../shared/ui/style/css.ts";

/** The fields of a dialog, one under the other. */
export const dialogForm = css`
  display: grid;
  gap: 18px;
  color: var(--ph-text);
`;
