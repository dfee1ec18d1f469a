import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { css } from "../../../../shared/ui/style/css.ts";
import { useQuery } from "../../../parts/useQuery.ts";
import { threads } from "../../../state/conversations/threads/threads.ts";

/** Says that the list has one visitor's conversations alone, with the way back to all. */
export function OfVisitor({ contactId }: { contactId: string }): ReactNode {
  const query = useQuery();
  const items = useSnapshot(threads).data?.items ?? [];
  const name = items.find(({ contact }) => contact.id === contactId)?.contact.name;
  return (
    <p className={line}>
      <span>
        Only conversations of <bdi>{name ?? "one visitor"}</bdi>
      </span>
      <Link href={query.link({ contact: null })}>Show all visitors</Link>
    </p>
  );
}

const line = css`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 2px 12px;
  font-size: var(--ph-text-s);
  & bdi {
    font-weight: 550;
    overflow-wrap: anywhere;
  }
`;
