import type { Snapshot } from "valtio";
import { useSnapshot } from "valtio";
import type { Label } from "../../../../shared/contract/conversations/conversations.ts";
import type { ThreadFilters } from "../../../../shared/contract/conversations/threads/threads.ts";
import { allFilters } from "../../../state/conversations/inbox/allFilters.ts";
import { inboxFilters } from "../../../state/conversations/inbox/inboxFilters.ts";
import { allAgents } from "../../../state/shell/paths.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";

type ListFilters = Omit<ThreadFilters, "views" | "startViewId" | "offSurfaces">;

/** Gives what the list of an agent, or that of all, can be filtered by; null until that is read. */
export function useListFilters({ orgId, agentId }: AgentPlace): Snapshot<ListFilters> | null {
  const ofAll = useSnapshot(allFilters).data;
  const ofOne = useSnapshot(inboxFilters).data;
  if (agentId === allAgents) return ofAll?.of === orgId ? ofAll : null;
  return ofOne?.agentId === agentId ? ofOne : null;
}

/** Gives the labels that a conversation of the list has. */
export function useLabels(place: AgentPlace, labelIds: readonly string[]): readonly Snapshot<Label>[] {
  return (useListFilters(place)?.labels ?? []).filter(({ id }) => labelIds.includes(id));
}
