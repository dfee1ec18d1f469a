import { css } from "../../shared/ui/style/css.ts";

/** A strip over the page with the way to where what it says is mended; urgent where something is wrong already. */
export const linkBanner = css`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 10px;
  min-height: 36px;
  padding: 4px 16px;
  background: var(--ph-warning-soft);
  color: var(--ph-warning-text);
  font-weight: 500;
  &[data-tone="urgent"] {
    background: var(--ph-danger-soft);
    color: var(--ph-danger-text);
  }
  & > svg {
    flex: none;
  }
  & > a {
    display: inline-flex;
    flex: none;
    align-items: center;
    min-height: 28px;
    padding-inline: 4px;
    color: inherit;
    font-weight: 600;
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  @media (pointer: coarse) {
    & > a {
      min-height: 44px;
    }
  }
`;
