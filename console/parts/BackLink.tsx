import type { ReactNode } from "react";
import { Link } from "wouter";
import { ArrowLeft } from "lucide-react";
import { css } from "../../shared/ui/style/css.ts";

/** The way back, above a page's title or what is open of a list. */
export function BackLink({ href, children }: { href: string; children: ReactNode }): ReactNode {
  return (
    <Link href={href} className={link}>
      <ArrowLeft size={15} aria-hidden />
      {children}
    </Link>
  );
}

const link = css`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  width: fit-content;
  min-height: 28px;
  font-size: var(--ph-text-s);
  font-weight: 500;
  color: var(--ph-text-2);
  text-decoration: none;
  &:hover {
    color: var(--ph-text);
  }
  & svg:dir(rtl) {
    transform: scaleX(-1);
  }
`;
