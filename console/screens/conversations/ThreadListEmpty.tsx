import type { ReactNode } from "react";
import { Link } from "wouter";
import { Inbox } from "lucide-react";
import { buttonClass } from "../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../shared/ui/EmptyState.tsx";
import { useTabLink } from "../../parts/shownTabs.ts";
import type { AgentPlace } from "../../state/paths.ts";
import type { ThreadFilter } from "../../state/threads.ts";

/** Nothing in this queue; and where nobody has written at all, how that begins. */
export function ThreadListEmpty({ place, filter }: { place: AgentPlace; filter: ThreadFilter }): ReactNode {
  const deploy = useTabLink()(place, "deploy");
  if (filter !== "all") return <EmptyState title="Nothing in this queue">Others may have some.</EmptyState>;
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
      Paste one line into your site. The first question of a visitor shows here the moment it is asked.
    </EmptyState>
  );
}
