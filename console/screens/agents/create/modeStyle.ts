import { css } from "../../../../shared/ui/style/css.ts";

/** The form of a mode: its cards below each other. */
export const modeForm = css`
  display: grid;
  gap: 20px;
  min-width: 0;
`;
/** Where reading begins: it takes the focus, without a frame around all of it. */
export const modeTop = css`
  display: grid;
  gap: 20px;
  min-width: 0;
  outline: none;
`;
/** Its buttons. */
export const modeEnd = css`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: 8px;
`;
