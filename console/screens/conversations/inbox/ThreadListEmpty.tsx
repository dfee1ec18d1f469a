import type { ReactNode } from "react";
import { Link } from "wouter";
import { Inbox } from "lucide-react";
import { buttonClass } from "../../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../../shared/ui/EmptyState.tsx";
import { useTabLink } from "../../../parts/shownTabs.ts";
import { allAgents } from "../../../state/shell/paths.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import type { ThreadView } from "../../../state/conversations/threads/threads.ts";
import { useQuery } from "../../../parts/useQuery.ts";
import { filterNames } from "./filters.ts";
import { noFilters } from "./noFilters.ts";

/** Nothing in this queue; and where nobody has written at all, how that begins. */
export function ThreadListEmpty({ place, view }: { place: AgentPlace; view: ThreadView }): ReactNode {
  const tabLink = useTabLink();
  const deploy = place.agentId === allAgents ? null : tabLink(place, "deploy");
  const query = useQuery();
  if (filterNames.some((name) => query.read(name))) {
    return (
      <EmptyState
        title="No conversation matches"
        action={
          <Link href={query.link(noFilters)} className={buttonClass("secondary")}>
            Clear filters
          </Link>
        }
      >
        The filters hide other conversations in this queue.
      </EmptyState>
    );
  }
  if (view.queue !== "all")
    return <EmptyState title="Nothing in this queue">Other queues may have some.</EmptyState>;
  return (
    <EmptyState
      title="No conversations yet"
      icon={<Inbox size={20} aria-hidden />}
      action={
        deploy && (
          <Link href={deploy} className={buttonClass("primary")}>
            Get the snippet
          </Link>
        )
      }
    >
      {deploy && "Paste one line into your site. "}Questions appear here as visitors ask them.
    </EmptyState>
  );
}
