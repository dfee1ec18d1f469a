import { css } from "../../../shared/ui/style/css.ts";

/** Short lines below each other, such as reasons and checks. */
export const smallList = css`
  display: grid;
  gap: 4px;
  margin: 0;
  padding: 0;
  list-style: none;
  font-size: var(--ph-text-s);
  overflow-wrap: anywhere;
`;
