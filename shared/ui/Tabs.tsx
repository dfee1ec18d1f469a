import type { MouseEvent, ReactNode } from "react";
import { css } from "./style/css.ts";

/** A row of links to the parts of one thing; scrolls sideways where it is too narrow. */
export function Tabs({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <nav aria-label={label} className={tabs}>
      {children}
    </nav>
  );
}

export interface TabProps {
  href: string;
  isCurrent: boolean;
  children: ReactNode;
  onClick?(event: MouseEvent<HTMLAnchorElement>): void;
}

/** One link of the row; a router's link may hand its `href` and `onClick` through. */
export function Tab({ href, isCurrent, children, onClick }: TabProps): ReactNode {
  return (
    <a href={href} className={tab} aria-current={isCurrent ? "page" : undefined} onClick={onClick}>
      {children}
    </a>
  );
}

const tabs = css`
  display: flex;
  gap: 4px;
  overflow-x: auto;
  scrollbar-width: none;
  box-shadow: inset 0 -1px var(--ph-line);
`;
const tab = css`
  flex: none;
  padding: 10px 12px;
  border-bottom: 2px solid transparent;
  color: var(--ph-text-2);
  font-weight: 500;
  text-decoration: none;
  transition: color var(--ph-fast);
  &:hover {
    color: var(--ph-text);
  }
  &:focus-visible {
    outline-offset: -3px;
    border-radius: var(--ph-radius-s);
  }
  &[aria-current] {
    color: var(--ph-accent-text);
    border-bottom-color: currentColor;
  }
`;
