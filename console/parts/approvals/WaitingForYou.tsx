import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { loadApprovals, nameApprovals, runApprovals } from "../../state/workflows/approvals.ts";
import { watchAgent } from "../../state/platform/live.ts";
import { allAgents } from "../../state/shell/paths.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { Card } from "../Card.tsx";
import { ErrorNotice } from "../ErrorNotice.tsx";
import { WorkflowApprovals } from "./WorkflowApprovals.tsx";

const pollEveryMs = 10_000;

/** What runs without a conversation ask the signed-in user; nothing where they ask nothing. */
export function WaitingForYou({ place: { orgId, agentId } }: { place: AgentPlace }): ReactNode {
  const place = { orgId, agentId, threadId: "none" };
  const { data, error } = useSnapshot(runApprovals);
  useEffect(() => {
    const read = () => void loadApprovals({ orgId, agentId, threadId: "none" });
    read();
    if (agentId !== allAgents)
      return watchAgent(agentId, {
        onEvent: (event) => event.type === "workflow" && event.what !== "failed" && read(),
        onReadAfresh: read,
      });
    // No stream reports on all agents together, so the server is asked while the page is visible.
    const timer = setInterval(() => document.hidden || read(), pollEveryMs);
    return () => clearInterval(timer);
  }, [orgId, agentId]);
  if (error)
    return (
      <ErrorNotice
        title="The approvals could not be read."
        error={error}
        onRetry={() => void loadApprovals(place)}
      />
    );
  const own = data?.of === nameApprovals(place) ? data.items.filter(({ mayDecide }) => mayDecide) : [];
  if (own.length === 0) return null;
  return (
    <Card title="Waiting for you">
      <WorkflowApprovals approvals={own} place={place} />
    </Card>
  );
}
