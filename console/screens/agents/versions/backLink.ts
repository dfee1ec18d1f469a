import { css } from "../../../../shared/ui/style/css.ts";

/** A way back above a page's title. */
export const backLink = css`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  width: fit-content;
  min-height: 24px;
  font-size: var(--ph-text-s);
  font-weight: 500;
  color: var(--ph-text-2);
  text-decoration: none;
  &:hover {
    color: var(--ph-text);
  }
  & svg:dir(rtl) {
    transform: scaleX(-1);
  }
`;
