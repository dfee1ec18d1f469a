import type { Snapshot } from "valtio";
import type { Collection } from "../../../../shared/contract/collections/collections.ts";
import type { AgentRights } from "../../../../shared/contract/collections/settings.ts";
import type { FilterOperator } from "../../../../shared/domain/collections.ts";
import { agentTabPath } from "../../../state/shell/paths.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";

/** Says what the agent may do with rows. */
export function describeRights({ read, add, change }: AgentRights): string {
  const rights = [read && "read", add && "add", change && "change"].filter((word) => word !== false);
  return rights.length === 0 ? "No access" : `Agent can ${rights.join(", ")}`;
}

/** What people read for an operator. */
export const operatorWords: Record<FilterOperator, string> = {
  equals: "is",
  not_equals: "is not",
  contains: "contains",
  greater: "is more than",
  at_least: "is at least",
  less: "is less than",
  at_most: "is at most",
  is_empty: "is empty",
  is_not_empty: "is not empty",
};

/** Where collections live: the list, or one of them. */
export function collectionPath(place: AgentPlace, collectionId?: string): string {
  const tab =
    collectionId === undefined ? "integrations/collections" : `integrations/collections/${collectionId}`;
  return agentTabPath({ ...place, tab });
}

/** Whether an import of a collection is under way. */
export function isImporting({ lastImport }: Snapshot<Collection>): boolean {
  return lastImport?.state === "queued" || lastImport?.state === "running";
}
