import { css } from "../../../../shared/ui/style/css.ts";

/** Rows of a name, what it means, and what can be done with it. */
export const ruleList = css`
  display: grid;
  gap: 8px;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    grid-auto-columns: auto;
    grid-auto-flow: column;
    align-items: center;
    gap: 4px 12px;
    padding: 10px 12px 10px 14px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius-s);
  }
  & > li > div:first-child {
    display: grid;
    gap: 2px;
    min-width: 0;
  }
  & p {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & strong {
    font-weight: 550;
    overflow-wrap: anywhere;
  }
`;
