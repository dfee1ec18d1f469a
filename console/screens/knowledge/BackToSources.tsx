import type { ReactNode } from "react";
import { BackLink } from "../../parts/BackLink.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { closed } from "./closed.ts";

/** The way from a source to all of them. */
export function BackToSources(): ReactNode {
  const query = useQuery();
  return <BackLink href={query.link(closed)}>Data sources</BackLink>;
}
