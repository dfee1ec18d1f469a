import { css } from "../../shared/ui/style/css.ts";

/** A frame around rows, with a line between them. The rows' own highlight ends at its corners. */
export const framedList = css`
  display: grid;
  margin: 0;
  padding: 0;
  overflow: hidden;
  list-style: none;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-surface);
  & > li {
    min-width: 0;
  }
  & > li + li {
    border-top: 1px solid var(--ph-line);
  }
`;

/** A row that leads on: what it is in bold, what is known of it in small. */
export const rowLink = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 16px;
  padding: 10px 16px;
  color: inherit;
  text-decoration: none;
  &:hover:is(a) {
    background: var(--ph-hover);
  }
  &:focus-visible {
    outline-offset: -3px;
  }
  & strong {
    font-weight: 550;
  }
  & small {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    font-variant-numeric: tabular-nums;
  }
`;
