import { css } from "./style/css.ts";

/** The looks of inputs, text areas and selects. 16 px on touch screens, or phones zoom into the page. */
export const controlStyle = css`
  width: 100%;
  min-height: var(--ph-control);
  padding: 8px 12px;
  border: 1px solid var(--ph-line-strong);
  border-radius: var(--ph-radius-s);
  background: var(--ph-surface);
  color: var(--ph-text);
  font-size: var(--ph-text-m);
  line-height: 1.45;
  transition: border-color var(--ph-fast);
  &::placeholder {
    color: var(--ph-text-3);
    opacity: 1;
  }
  &:hover:not(:disabled) {
    border-color: var(--ph-text-3);
  }
  &:focus-visible {
    outline: 2px solid var(--ph-focus);
    outline-offset: -1px;
    border-color: var(--ph-focus);
  }
  &[aria-invalid="true"] {
    border-color: var(--ph-danger-text);
  }
  &:disabled {
    background: var(--ph-sunken);
    color: var(--ph-text-3);
  }
  @media (pointer: coarse) {
    font-size: 16px;
  }
`;
