import { css } from "../../../../shared/ui/style/css.ts";

/** A line over the list that says by what it is narrowed. */
export const lineOfFilter = css`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 2px 12px;
  font-size: var(--ph-text-s);
  & bdi,
  & b {
    font-weight: 550;
    overflow-wrap: anywhere;
  }
`;
