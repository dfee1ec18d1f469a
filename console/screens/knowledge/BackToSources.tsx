import type { ReactNode } from "react";
import { Link } from "wouter";
import { ArrowLeft } from "lucide-react";
import { css } from "../../../shared/ui/style/css.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { closed } from "./closed.ts";

/** The way from a source to all of them. */
export function BackToSources(): ReactNode {
  const query = useQuery();
  return (
    <Link href={query.link(closed)} className={backLink}>
      <ArrowLeft size={15} aria-hidden />
      Data sources
    </Link>
  );
}

const backLink = css`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  width: fit-content;
  min-height: 24px;
  font-size: var(--ph-text-s);
  font-weight: 500;
  color: var(--ph-text-2);
  text-decoration: none;
  &:hover {
    color: var(--ph-text);
  }
`;
