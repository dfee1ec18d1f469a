import { css } from "../../shared/ui/style/css.ts";

/** A line of a list that leads to its thing: name, address and facts at the start, a badge and an arrow at the end. */
export const listLine = css`
  display: flex;
  align-items: center;
  gap: 12px;
  padding: 14px 20px;
  color: var(--ph-text);
  text-decoration: none;
  &:hover {
    background: var(--ph-hover);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  & > span:first-child {
    display: grid;
    flex: 1;
    gap: 2px;
    min-width: 0;
  }
  & strong {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & code {
    color: var(--ph-text-2);
    font: var(--ph-text-s) / 1.5 var(--ph-mono);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & small {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
  & > svg {
    flex: none;
    color: var(--ph-text-3);
  }
`;
