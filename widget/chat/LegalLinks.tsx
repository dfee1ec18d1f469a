import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { safeHref } from "../../shared/ui/safeHref.ts";
import { css } from "../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../shared/ui/style/visuallyHidden.ts";
import { partWords } from "../../shared/words/parts.ts";
import { chat } from "../session/state.ts";

/** Privacy, terms, imprint: there for those who look for them. */
export function LegalLinks(): ReactNode {
  const { configuration } = useSnapshot(chat);
  const links = configuration?.settings.links ?? [];
  if (links.length === 0) return null;
  return (
    <ul className={list}>
      {links.map(({ label, url }) => (
        <li key={url + label}>
          <a href={safeHref(url)} target="_blank" rel="noopener" dir="auto">
            {label}
            <span className={visuallyHidden}> {partWords.newTab}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

const list = css`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: 0 16px;
  padding: 0;
  font-size: var(--ph-text-xs);
  list-style: none;
  & a {
    display: block;
    padding: 4px;
    color: var(--ph-text-3);
    text-decoration: none;
  }
  & a:hover {
    color: var(--ph-text);
    text-decoration: underline;
  }
  @media (max-height: 420px) {
    flex-wrap: nowrap;
    overflow-x: auto;
    white-space: nowrap;
    & a {
      padding-block: 0 2px;
    }
  }
  @media (pointer: coarse) and (min-height: 421px) {
    & a {
      padding-block: 12px;
    }
  }
`;
