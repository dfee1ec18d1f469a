import type { ReactNode } from "react";
import { Link } from "wouter";
import { brandName } from "../../shared/domain/product.ts";
import { css, cx } from "../../shared/ui/style/css.ts";

interface LogoProps {
  /** The logo leads to its route; without this flag it is a picture (specification 2). */
  isRedirecting?: boolean;
  /** Where it leads, and what that is called. */
  to?: string;
  label?: string;
}

/** The full logo: mark and name. Its colors are the theme's, so that the dark variant comes with the dark theme. */
export function Logo({ isRedirecting = false, to = "/", label = "home" }: LogoProps): ReactNode {
  const content = (
    <>
      <LogoMark />
      <span>{brandName}</span>
    </>
  );
  if (!isRedirecting) return <span className={logo}>{content}</span>;
  return (
    <Link href={to} className={cx(logo, link)} aria-label={`${brandName}, to the ${label}`}>
      {content}
    </Link>
  );
}

/** The mark alone: a pilot's wheel and the star to steer by. */
export function LogoMark({ size = 24 }: { size?: number }): ReactNode {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className={mark}>
      <rect width="24" height="24" rx="7" fill="var(--ph-accent)" />
      <path
        d="M12 4.2 13.9 10.1 19.8 12 13.9 13.9 12 19.8 10.1 13.9 4.2 12 10.1 10.1Z"
        fill="var(--ph-on-accent)"
      />
      <circle cx="12" cy="12" r="1.7" fill="var(--ph-accent)" />
    </svg>
  );
}

const logo = css`
  display: inline-flex;
  align-items: center;
  gap: 9px;
  font-size: 1rem;
  font-weight: 640;
  letter-spacing: -0.015em;
  color: var(--ph-text);
`;
const link = css`
  min-height: 24px;
  border-radius: var(--ph-radius-s);
  text-decoration: none;
`;
const mark = css`
  flex: none;
  display: block;
`;
