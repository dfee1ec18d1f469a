import { css } from "../../shared/ui/style/css.ts";

/** Where a bar stays in sight at the end of what it is about. */
export const barPlace = css`
  position: sticky;
  bottom: 16px;
  z-index: 5;
  display: flex;
  justify-content: center;
  pointer-events: none;
`;
/** A sentence, and what can be done about it. */
export const floatingBar = css`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: min(480px, 100%);
  padding-block: 8px;
  padding-inline: 20px 8px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius-l);
  background: var(--ph-raised);
  box-shadow: var(--ph-shadow-2);
  pointer-events: auto;
  & > p {
    flex: 1;
    font-weight: 550;
  }
  @media (max-width: 480px) {
    flex-wrap: wrap;
    width: 100%;
    min-width: 0;
    padding: 8px;
    & > p {
      flex-basis: 100%;
      padding: 4px 8px 0;
    }
    & > button {
      flex: 1;
    }
  }
`;
