import { css } from "../../../../shared/ui/style/css.ts";

/** A part of what is known beside a conversation: a line above it, and what it is called. */
export const detailsPart = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  margin: 0 0 16px;
  padding-top: 14px;
  border-top: 1px solid var(--ph-line);
  & > h3 {
    font-size: var(--ph-text-s);
    font-weight: 600;
  }
`;
