import { css } from "../../../../shared/ui/style/css.ts";

/** A part of a receipt that says what to look at twice. */
export const receiptNotice = css`
  display: grid;
  gap: 6px;
  padding: 12px 14px;
  border: 1px solid var(--ph-line);
  border-inline-start: 3px solid var(--ph-warning-text);
  border-radius: var(--ph-radius-s);
  & > p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
