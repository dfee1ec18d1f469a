import type { ReactNode } from "react";
import { Link } from "wouter";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { buttonClass } from "../../shared/ui/Button.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { describeNumber } from "./describeNumber.ts";

interface PagerProps {
  page: { page: number; limit: number; total: number };
  /** The address of a page. */
  linkTo: (page: number) => string;
}

/** Which rows of a long list show, and the ways to the ones before and after; nothing where all fit. */
export function Pager({ page: { page, limit, total }, linkTo }: PagerProps): ReactNode {
  if (total <= limit && page === 1) return null;
  const first = (page - 1) * limit + 1;
  const last = Math.min(total, page * limit);
  return (
    <nav aria-label="Pages of the list" className={pager}>
      <span>
        {describeNumber(first)}–{describeNumber(last)} of {describeNumber(total)}
      </span>
      {page > 1 && (
        <Link href={linkTo(page - 1)} className={buttonClass("secondary", "small")}>
          <ChevronLeft size={15} aria-hidden />
          Previous
        </Link>
      )}
      {last < total && (
        <Link href={linkTo(page + 1)} className={buttonClass("secondary", "small")}>
          Next
          <ChevronRight size={15} aria-hidden />
        </Link>
      )}
    </nav>
  );
}

const pager = css`
  display: flex;
  align-items: center;
  justify-content: flex-end;
  gap: 8px;
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
  font-variant-numeric: tabular-nums;
`;
