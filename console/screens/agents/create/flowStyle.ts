import { css } from "../../../../shared/ui/style/css.ts";

/** The form, with the chat beside it; without room for both, below. */
export const flowColumns = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 360px;
  align-items: start;
  gap: 48px;
  & > aside {
    position: sticky;
    top: 24px;
    min-width: 0;
  }
  &[data-wide] {
    grid-template-columns: minmax(0, 1fr);
  }
  @media (max-width: 1024px) {
    grid-template-columns: minmax(0, 1fr);
    gap: 32px;
    & > aside {
      position: static;
    }
  }
`;
/** The form of it. */
export const flowMain = css`
  display: grid;
  gap: 20px;
  min-width: 0;
  & > h2 {
    font-size: var(--ph-text-xl);
    font-weight: 600;
    letter-spacing: -0.01em;
    outline: none;
  }
`;
