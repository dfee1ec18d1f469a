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
