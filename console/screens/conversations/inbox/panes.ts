import { css } from "../../../../shared/ui/style/css.ts";

/** Panes by the room that is there, not by the window: the sidebar may be beside them. */
export const panes = css`
  container: inbox / inline-size;
  display: grid;
  grid-template-columns: minmax(260px, 340px) minmax(0, 1fr);
  height: 100%;
  min-height: 0;
  /* The table and the open conversation have the whole room in turn. */
  &[data-table] {
    grid-template-columns: minmax(0, 1fr);
  }
  &[data-table][data-open] > :first-child {
    display: none;
  }
  /* The way back, which is not needed beside the list. */
  &[data-table] section > header > a {
    display: grid;
  }
  @media (max-width: 768px) {
    grid-template-columns: minmax(0, 1fr);
    &[data-open] > :first-child,
    &:not([data-open]) > :nth-child(2) {
      display: none;
    }
  }
`;
