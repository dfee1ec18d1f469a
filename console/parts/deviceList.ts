import { css } from "../../shared/ui/style/css.ts";

/** Browsers and telephones of one person: an icon, a name with what is known of it, and what can be done. */
export const deviceList = css`
  display: grid;
  gap: 8px;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 14px;
    min-height: 60px;
    padding: 10px 14px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius-s);
  }
  & > li > svg {
    flex: none;
    color: var(--ph-text-3);
  }
  & > li > span:nth-child(2) {
    display: grid;
    flex: 1;
    min-width: 0;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & strong {
    color: var(--ph-text);
    font-size: var(--ph-text-m);
    font-weight: 550;
  }
  & > li > [role="alert"] {
    flex-basis: 100%;
  }
`;
