import type { ExpressionBuilder } from "kysely";
import type { Db, Tables } from "../../../database/store.ts";
import type { ThreadRow } from "../../tables.ts";
import type { AssignmentRules } from "./rules.ts";

/** As many of an organization's waiting conversations are read at once. */
export const mostAtOnce = 500;

/** Conversations of one agent that go to the same people. */
export interface Group {
  rules: AssignmentRules;
  /** The conversation's own team, or the agent's; null for everybody. */
  teamId: string | null;
}

/** A conversation with where it is in the queue. */
export type QueuedRow = Pick<ThreadRow, "id" | "agentId" | "teamId" | "priority" | "personRequestedAt">;

interface Wanted {
  organizationId: string;
  agentIds: string[];
  /** Groups of which none is given: however many wait there, they hide nobody. */
  full: readonly Group[];
  /** The last one that was read. */
  after: QueuedRow | undefined;
}

/** Gives the next ones that wait for any member: the urgent first, then the longest wait. */
export async function listQueued(
  db: Db,
  { organizationId, agentIds, full, after }: Wanted,
): Promise<QueuedRow[]> {
  return db
    .selectFrom("threads")
    .where("organizationId", "=", organizationId)
    .where("agentId", "in", agentIds)
    .where("personRequestedAt", "is not", null)
    .where("assigneeId", "is", null)
    .where("handledBy", "=", "human")
    .where("status", "in", ["open", "pending"])
    .where("preview", "=", 0)
    .where((row) => row.and(full.map((group) => row.not(isOf(row, group)))))
    .$if(after !== undefined, (query) => query.where((row) => isBehind(row, after as QueuedRow)))
    .select(["id", "agentId", "teamId", "priority", "personRequestedAt"])
    .orderBy("priority", "desc")
    .orderBy("personRequestedAt")
    .orderBy("id")
    .limit(mostAtOnce)
    .execute();
}

type Row = ExpressionBuilder<Tables, "threads">;

/** The same as teamOf, asked of the rows. */
function isOf(row: Row, { rules: { agentId, assignment }, teamId }: Group) {
  const ofNobody = teamId === assignment.teamId ? [row("teamId", "is", null)] : [];
  const isTeams = row.or([row("teamId", "is not distinct from", teamId), ...ofNobody]);
  return row.and([row("agentId", "=", agentId), isTeams]);
}

function isBehind(row: Row, { priority, personRequestedAt, id }: QueuedRow) {
  return row.or([
    row("priority", "<", priority),
    row.and([row("priority", "=", priority), row("personRequestedAt", ">", personRequestedAt)]),
    row.and([
      ...[row("priority", "=", priority), row("personRequestedAt", "=", personRequestedAt)],
      row("id", ">", id),
    ]),
  ]);
}
