import { css } from "../../../../shared/ui/style/css.ts";

/** Fields as rows: the label at the left, its value at the right; below each other where that is too narrow. */
export const propertyRows = css`
  display: grid;
  gap: 14px;
  min-width: 0;
  @media (min-width: 768px) {
    & > div {
      grid-template-columns: 148px minmax(0, 1fr);
      align-items: start;
      column-gap: 20px;
    }
    & > div > :first-child {
      align-items: center;
      justify-content: flex-start;
      gap: 8px;
      min-height: var(--ph-control);
    }
    & > div > :not(:first-child) {
      grid-column: 2;
    }
  }
`;
