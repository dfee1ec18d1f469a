import type { ReactNode } from "react";
import { Link } from "wouter";
import { css, cx } from "../../shared/ui/style/css.ts";
import type { ConsoleRoute } from "../guards/route.ts";
import { follow } from "../parts/follow.ts";
import { inLastLayout } from "../state/conversations/inbox/inboxLayout.ts";

interface NavigationLinkProps {
  route: ConsoleRoute;
  href: string;
  path: string;
  isTab?: boolean;
}

/** One item of a menu; the page it leads to, or one below it, marks it as current. */
export function NavigationLink({ route, href, path, isTab }: NavigationLinkProps): ReactNode {
  const Icon = route.menu?.icon;
  // Tests stand below Overview, and are an item of their own.
  const isCurrent = `${path}/`.startsWith(`${href}/`) && path.endsWith("/tests") === href.endsWith("/tests");
  return (
    <Link
      href={href}
      className={cx(item, isTab && tab)}
      aria-current={isCurrent ? "page" : undefined}
      onClick={(event) => follow(event, inLastLayout(href))}
    >
      {Icon && <Icon size={isTab ? 15 : 17} aria-hidden />}
      {route.menu?.label}
    </Link>
  );
}

const item = css`
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 36px;
  padding: 4px 8px;
  border-radius: var(--ph-radius-s);
  color: var(--ph-text-2);
  font-weight: 500;
  text-decoration: none;
  & > svg {
    flex: none;
    color: var(--ph-text-3);
  }
  &:hover {
    background: var(--ph-hover);
    color: var(--ph-text);
  }
  &[aria-current] {
    background: var(--ph-accent-soft);
    color: var(--ph-accent-text);
    & > svg {
      color: inherit;
    }
  }
  @media (pointer: coarse) {
    min-height: 44px;
  }
`;
const tab = css`
  min-height: 32px;
  font-size: var(--ph-text-s);
`;
