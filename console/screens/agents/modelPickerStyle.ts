import { css } from "../../../shared/ui/style/css.ts";

/** The closed model picker. */
export const picker = css`
  display: grid;
  gap: 6px;
  & > [id] {
    font-size: var(--ph-text-s);
    font-weight: 550;
  }
  & > button {
    display: flex;
    align-items: center;
    gap: 12px;
    width: 100%;
    min-height: 52px;
    padding: 6px 12px;
    border: 1px solid var(--ph-line-strong);
    border-radius: var(--ph-radius-s);
    background: var(--ph-surface);
    font-size: var(--ph-text-m);
    font-weight: 500;
    text-align: start;
    cursor: pointer;
  }
  & > button > span:first-child {
    display: grid;
    flex: 1;
    min-width: 0;
  }
  & small {
    font-size: var(--ph-text-s);
    font-weight: 400;
    color: var(--ph-text-2);
  }
  & > button > svg {
    color: var(--ph-text-3);
  }
  & > p {
    font-size: var(--ph-text-s);
    color: var(--ph-warning-text);
  }
`;

/** The list that opens. */
export const popover = css`
  z-index: 20;
  max-height: min(420px, var(--popover-available-height));
  padding: 6px;
  overflow-y: auto;
  overscroll-behavior: contain;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-raised);
  box-shadow: var(--ph-shadow-2);
  outline: none;
  & [role="group"] > div:first-child {
    padding: 10px 10px 4px;
    font-size: var(--ph-text-xs);
    font-weight: 600;
    color: var(--ph-text-3);
  }
  & [role="option"] {
    display: flex;
    align-items: center;
    gap: 10px;
    min-height: 44px;
    padding: 4px 10px;
    border-radius: var(--ph-radius-s);
    cursor: pointer;
    outline: none;
    scroll-margin: 6px;
  }
  & [role="option"] > span:nth-child(2) {
    display: grid;
    flex: 1;
    line-height: 1.35;
  }
  & small {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & [data-active-item] {
    background: var(--ph-hover);
  }
  & [aria-disabled="true"] {
    color: var(--ph-text-3);
    cursor: default;
  }
  & [aria-disabled="true"] small {
    color: var(--ph-text-3);
  }
`;
