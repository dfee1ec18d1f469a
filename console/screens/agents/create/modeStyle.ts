import { css } from "../../../../shared/ui/style/css.ts";

/** The form of a mode: its cards below each other. */
export const modeForm = css`
  display: grid;
  gap: 20px;
  min-width: 0;
`;
/** Its buttons. */
export const modeEnd = css`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: 8px;
`;
