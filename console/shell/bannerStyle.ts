import { css } from "../../shared/ui/style/css.ts";

/** A strip over the page that says something about all of it. */
export const bannerStyle = css`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 10px;
  padding: 4px 16px;
  background: var(--ph-warning-soft);
  color: var(--ph-warning-text);
  font-weight: 500;
  & > button {
    flex: none;
  }
  &[data-tone="news"] {
    background: var(--ph-accent-soft);
    color: var(--ph-accent-text);
  }
`;
