import { css } from "../../../../shared/ui/style/css.ts";

/** As many columns as models are compared; a narrow screen shows only the chosen one. */
export const columnGrid = css`
  display: grid;
  gap: 24px;
  min-width: 0;
  &[data-columns="2"] {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  &[data-columns="3"] {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
  @media (max-width: 900px) {
    &[data-columns] {
      grid-template-columns: minmax(0, 1fr);
    }
    &[data-columns] > [data-hidden] {
      display: none;
    }
  }
`;
