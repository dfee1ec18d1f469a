import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { useQuery } from "../../../parts/useQuery.ts";
import { threads } from "../../../state/conversations/threads/threads.ts";
import { lineOfFilter } from "./lineOfFilter.ts";

/** Says that the list has only one visitor's conversations, with the way back to all. */
export function OfVisitor({ contactId }: { contactId: string }): ReactNode {
  const query = useQuery();
  const items = useSnapshot(threads).data?.items ?? [];
  const name = items.find(({ contact }) => contact.id === contactId)?.contact.name;
  return (
    <p className={lineOfFilter}>
      <span>
        Only conversations of <bdi>{name ?? "one visitor"}</bdi>
      </span>
      <Link href={query.link({ contact: null })}>Show all visitors</Link>
    </p>
  );
}
