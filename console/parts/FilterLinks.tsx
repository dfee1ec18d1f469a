import type { ReactNode } from "react";
import { Link } from "wouter";
import { css } from "../../shared/ui/style/css.ts";
import { describeNumber } from "./describeNumber.ts";

interface FilterLinksProps {
  /** What is chosen among them, for a screen reader. */
  label: string;
  value: string;
  options: readonly { value: string; label: string; count?: number }[];
  linkTo: (value: string) => string;
}

/** A filter of few values, each a link, so that Back and sharing keep it. */
export function FilterLinks({ label, value, options, linkTo }: FilterLinksProps): ReactNode {
  return (
    <nav aria-label={label} className={frame}>
      {options.map((option) => (
        <Link
          key={option.value}
          href={linkTo(option.value)}
          aria-current={option.value === value ? "true" : undefined}
        >
          {option.label}
          {option.count ? <span>{describeNumber(option.count)}</span> : null}
        </Link>
      ))}
    </nav>
  );
}

const frame = css`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
  & > a {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-height: 30px;
    padding: 3px 11px;
    border: 1px solid var(--ph-line-2);
    border-radius: 20px;
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    font-weight: 500;
    text-decoration: none;
    overflow-wrap: anywhere;
  }
  & > a:hover {
    border-color: var(--ph-line-strong);
    color: var(--ph-text);
  }
  & > a[aria-current] {
    border-color: transparent;
    background: var(--ph-accent-soft);
    color: var(--ph-accent-text);
  }
  & span {
    flex: none;
    font-variant-numeric: tabular-nums;
  }
  @media (pointer: coarse) {
    & > a {
      min-height: 40px;
    }
  }
`;
