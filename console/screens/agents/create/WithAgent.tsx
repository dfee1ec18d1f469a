import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../../shared/contract/agents.ts";
import { toRequestError } from "../../../../shared/client/requestError.ts";
import type { RequestError } from "../../../../shared/client/requestError.ts";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { Page } from "../../../parts/Page.tsx";
import { agents, loadAgent } from "../../../state/agents.ts";
import type { AgentPlace } from "../../../state/paths.ts";

interface WithAgentProps {
  place: AgentPlace;
  title: string;
  children: (agent: Snapshot<Agent>) => ReactNode;
}

/** Gives the agent that the address names in its query, read afresh, with the pictures of one that is not there. */
export function WithAgent({ place: { orgId, agentId }, title, children }: WithAgentProps): ReactNode {
  const { items } = useSnapshot(agents);
  const [error, setError] = useState<RequestError | null>(null);
  const [isRead, setIsRead] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    setError(null);
    loadAgent({ orgId, agentId }).then(
      () => isCurrent && setIsRead(true),
      (thrown: unknown) => isCurrent && setError(toRequestError(thrown)),
    );
    return () => {
      isCurrent = false;
    };
  }, [orgId, agentId, tries]);
  const agent = items.find(({ id }) => id === agentId);
  if (agent && isRead) return children(agent);
  return (
    <Page title={title} isNarrow>
      {error ? (
        <ErrorNotice
          title="This agent can’t be opened."
          error={error}
          {...(error.code !== "not_found" && { onRetry: () => setTries(tries + 1) })}
        />
      ) : (
        <Skeleton height="240px" />
      )}
    </Page>
  );
}
