import type { Queued } from "../../../shared/domain/queues.ts";
import type { ThreadRow } from "../tables.ts";

/** Conversations that are alike in what decides about queues. */
export type ThreadGroup = Queued &
  Pick<ThreadRow, "status" | "handledBy"> & { surfaceType: string; count: number };

/** What is counted for somebody's queues: the groups tell of all but the mentions, of what is due and of approvals. */
export interface QueueCounts {
  groups: readonly ThreadGroup[];
  /** How many name them in what they have not read. */
  mentions: number;
  /** How many wait for a reply that is due soon, or overdue. */
  due: number;
  /** In how many an action waits for the team's approval. */
  approvals: number;
}
