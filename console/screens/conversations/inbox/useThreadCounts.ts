import { useEffect } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { ThreadCounts } from "../../../../shared/contract/conversations/inbox/threadCounts.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import {
  loadThreadCounts,
  nameFilters,
  threadCounts,
} from "../../../state/conversations/inbox/threadCounts.ts";
import { useListFilters } from "./useListFilters.ts";
import type { ThreadView } from "../../../state/conversations/threads/threads.ts";

/** Gives how many conversations each choice of a filter would show beside those of a view; null until that is known. */
export function useThreadCounts(
  { orgId, agentId }: AgentPlace,
  view: ThreadView,
): Snapshot<ThreadCounts> | null {
  const { data } = useSnapshot(threadCounts);
  // They are recounted a moment after something happened, and so are these.
  const queues = useListFilters({ orgId, agentId })?.queues;
  const of = nameFilters(agentId, view);
  useEffect(() => void loadThreadCounts(orgId, of), [orgId, of, queues]);
  return data?.of === of ? data : null;
}
