import { Suspense, useEffect, useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Agent } from "../../shared/contract/agents/agents.ts";
import { toRequestError } from "../../shared/client/requestError.ts";
import type { RequestError } from "../../shared/client/requestError.ts";
import { Skeleton } from "../../shared/ui/Skeleton.tsx";
import { loadAgent } from "../state/agents/agents.ts";
import { browser } from "../state/platform/browser.ts";
import { fetchToken } from "../state/accounts/organization.ts";
import { noteAgent } from "../state/agents/recentAgents.ts";
import type { AgentPlace } from "../state/shell/paths.ts";
import { ErrorNotice } from "./ErrorNotice.tsx";
import { Page } from "./Page.tsx";
import { useAgent } from "./useAgent.ts";
import { useAgentChanges } from "./useAgentChanges.ts";
import { AgentNotFound } from "./overlays.ts";

interface AgentScreenProps {
  children: (agent: Snapshot<Agent>, place: AgentPlace) => ReactNode;
}

/**
 * What every tab of an agent is in: gives the agent of the path, read afresh once a visit and whenever anybody saves
 * something of it, with the pictures of one that is still coming, can't be read, or is not there.
 */
export function AgentScreen({ children }: AgentScreenProps): ReactNode {
  const { orgId, agentId, agent } = useAgent();
  const [failure, setFailure] = useState<{ of: string; error: RequestError } | null>(null);
  const [tries, setTries] = useState(0);
  // What is heard of another agent comes late.
  const error = failure?.of === agentId ? failure.error : null;
  const isGone = error?.code === "not_found";
  const fail = (thrown: unknown) => setFailure({ of: agentId, error: toRequestError(thrown) });

  useEffect(() => {
    let isCurrent = true;
    setFailure(null);
    loadAgent({ orgId, agentId }).then(
      () => noteAgent({ orgId, agentId }),
      (thrown: unknown) => isCurrent && fail(thrown),
    );
    return () => {
      isCurrent = false;
    };
  }, [orgId, agentId, tries]);
  useEffect(() => {
    if (isGone) void leaveUnlessMember(orgId);
  }, [isGone, orgId]);

  if (isGone) {
    return (
      <Suspense>
        <AgentNotFound place={{ orgId, agentId }} />
      </Suspense>
    );
  }
  if (agent) {
    return (
      <Followed agent={agent} place={{ orgId, agentId }} onGone={fail}>
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
  onGone: (error: RequestError) => void;
}

/** Only an agent that is there has events to hear. */
function Followed({ agent, place, onGone, children }: FollowedProps): ReactNode {
  useAgentChanges(place, onGone);
  return children(agent, place);
}

/** To who left the organization everything of it is missing: the guards of a fresh page say where they may go. */
async function leaveUnlessMember(orgId: string): Promise<void> {
  try {
    await fetchToken(orgId);
  } catch (thrown) {
    if (toRequestError(thrown).code === "not_found") browser.reload();
  }
}
