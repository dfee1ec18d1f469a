import { css } from "../../../../shared/ui/style/css.ts";

/** A list of links as cards, each with a title and one line. */
export const linkCards = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 230px), 1fr));
  gap: 12px;
  margin: 0;
  padding: 0;
  list-style: none;
  & a {
    display: flex;
    gap: 12px;
    height: 100%;
    padding: 14px 16px;
    border: 1px solid var(--ph-line-2);
    border-radius: var(--ph-radius);
    background: var(--ph-surface);
    color: var(--ph-text);
    text-decoration: none;
  }
  & a:hover {
    border-color: var(--ph-line-strong);
    background: var(--ph-hover);
  }
  & svg {
    flex: none;
    color: var(--ph-accent-text);
  }
  & span {
    display: grid;
    align-content: start;
    gap: 2px;
    text-align: start;
  }
  & strong {
    font-weight: 600;
  }
  & small {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
`;
