import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { Search } from "lucide-react";
import { findScope } from "../../shared/domain/standaloneScope.ts";
import { buttonClass } from "../../shared/ui/Button.tsx";
import { agents } from "../state/agents/agents.ts";
import { inboxPath, paths, type AgentPlace } from "../state/shell/paths.ts";
import { NoticePage } from "./NoticePage.tsx";
import { readLocationPath } from "../../shared/client/basePath.ts";

const notice = {
  heading: "Agent not found",
  title: "This agent no longer exists",
  icon: <Search size={20} aria-hidden />,
};

/** That the agent of the path is not there, and where to go from here. */
export function AgentNotFound({ place }: { place: AgentPlace }): ReactNode {
  if (findScope(readLocationPath())) return <InboxNotFound {...place} />;
  return (
    <NoticePage
      {...notice}
      action={
        <Link href={paths.dashboard(place.orgId)} className={buttonClass("secondary")}>
          See all agents
        </Link>
      }
    >
      It may have been deleted. Choose another one from the list.
    </NoticePage>
  );
}

/** Members who use the inbox as an app stay in it. */
function InboxNotFound({ orgId, agentId }: AgentPlace): ReactNode {
  const { status, items } = useSnapshot(agents);
  const others = items.filter(({ id }) => id !== agentId);
  const [first] = others;
  if (!first) {
    return (
      <NoticePage {...notice}>
        It may have been deleted.
        {status === "ready" && " You have no other inbox here. Ask an owner or admin."}
      </NoticePage>
    );
  }
  return (
    <NoticePage
      {...notice}
      action={
        <Link href={inboxPath({ orgId, agentId: first.id })} className={buttonClass("secondary")}>
          Open the inbox of {first.name}
        </Link>
      }
    >
      It may have been deleted. {others.length > 1 && "Your other inboxes are in the menu above."}
    </NoticePage>
  );
}
