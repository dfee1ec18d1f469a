import { css } from "../../shared/ui/style/css.ts";

/**
 * A small button beside a message. With `data-hides` it shows while the pointer or the focus is on the message; where no
 * pointer can hover it is always there.
 */
export const actionStyle = css`
  display: grid;
  flex: none;
  place-items: center;
  width: 1.75rem;
  height: 1.75rem;
  padding: 0;
  border: 0;
  border-radius: min(var(--ph-radius-s), 8px);
  background: none;
  color: var(--ph-text-3);
  font-size: 0.8125rem;
  cursor: pointer;
  transition:
    background-color var(--ph-fast),
    color var(--ph-fast),
    opacity var(--ph-fast);
  &:hover {
    background: var(--ph-hover);
    color: var(--ph-text);
  }
  &[aria-pressed="true"] {
    color: var(--ph-accent-text);
  }
  article > & {
    margin-top: 7px;
  }
  @media (hover: hover) {
    article:not(:hover):not(:focus-within) &[data-hides]:not([aria-pressed="true"]) {
      opacity: 0;
    }
  }
  @media (forced-colors: active) {
    &[aria-pressed="true"] {
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
  }
  @media (pointer: coarse) {
    width: 44px;
    height: 44px;
    font-size: 0.875rem;
    article > & {
      width: 40px;
      margin-top: -1px;
      margin-inline: 0 -8px;
    }
  }
`;
