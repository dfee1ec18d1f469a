import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Search } from "lucide-react";
import type { Snapshot } from "valtio";
import type { Agent } from "../../shared/contract/agents.ts";
import { toRequestError } from "../../shared/client/requestError.ts";
import type { RequestError } from "../../shared/client/requestError.ts";
import { NoticePage } from "./NoticePage.tsx";
import { Skeleton } from "../../shared/ui/Skeleton.tsx";
import { buttonClass } from "../../shared/ui/Button.tsx";
import { loadAgent } from "../state/agents.ts";
import { noteAgent } from "../state/recentAgents.ts";
import { paths, type AgentPlace } from "../state/paths.ts";
import { ErrorNotice } from "./ErrorNotice.tsx";
import { Page } from "./Page.tsx";
import { useAgent } from "./useAgent.ts";
import { useAgentChanges } from "./useAgentChanges.ts";

interface AgentScreenProps {
  children: (agent: Snapshot<Agent>, place: AgentPlace) => ReactNode;
}

/**
 * What every tab of an agent stands in: gives the agent of the path, read afresh once a visit and whenever anybody saves something of it, with the pictures of one
 * that is still coming, can't be read, or is not there.
 */
export function AgentScreen({ children }: AgentScreenProps): ReactNode {
  const { orgId, agentId, agent } = useAgent();
  const [error, setError] = useState<RequestError | null>(null);
  const [tries, setTries] = useState(0);

  useEffect(() => {
    let isCurrent = true;
    setError(null);
    loadAgent({ orgId, agentId }).then(
      () => noteAgent({ orgId, agentId }),
      (thrown: unknown) => isCurrent && setError(toRequestError(thrown)),
    );
    return () => {
      isCurrent = false;
    };
  }, [orgId, agentId, tries]);

  if (error?.code === "not_found") return <AgentNotFound orgId={orgId} />;
  if (agent) {
    return (
      <Followed agent={agent} place={{ orgId, agentId }}>
        {children}
      </Followed>
    );
  }
  return (
    <Page title={"\u00a0"}>
      {error ? (
        <ErrorNotice error={error} onRetry={() => setTries(tries + 1)} />
      ) : (
        <>
          <Skeleton width="40%" height="20px" />
          <Skeleton height="180px" />
        </>
      )}
    </Page>
  );
}

interface FollowedProps extends AgentScreenProps {
  agent: Snapshot<Agent>;
  place: AgentPlace;
}

/** Only an agent that is there has events to hear. */
function Followed({ agent, place, children }: FollowedProps): ReactNode {
  useAgentChanges(place);
  return children(agent, place);
}

function AgentNotFound({ orgId }: { orgId: string }): ReactNode {
  return (
    <NoticePage
      heading="Agent not found"
      title="This agent does not exist, or not any more"
      icon={<Search size={20} aria-hidden />}
      action={
        <Link href={paths.dashboard(orgId)} className={buttonClass("secondary")}>
          See all agents
        </Link>
      }
    >
      It may have been deleted. Choose another one from the list.
    </NoticePage>
  );
}
