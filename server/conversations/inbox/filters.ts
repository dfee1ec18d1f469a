import { sql } from "kysely";
import type { ThreadFilters } from "../../../shared/contract/conversations/threads/threads.ts";
import { isQueued, queues } from "../../../shared/domain/queues.ts";
import type { Queue } from "../../../shared/domain/queues.ts";
import { statusAt } from "../../accounts/presence.ts";
import type {} from "../../accounts/tables.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Db } from "../../database/store.ts";
import type { MemberCaller } from "../../requests/handle.ts";
import { countMentioned } from "../messages/notes/mentions.ts";
import { listFieldRows, presentField } from "./customFields.ts";
import { selectInbox } from "./inboxRows.ts";
import type { InboxWanted } from "./inboxRows.ts";
import { listLabelRows, presentLabel } from "./labels.ts";
import { countUnread } from "./unread.ts";
import { listViewRows, presentView, readStartView } from "./views.ts";
import type { ThreadGroup } from "./queueCounts.ts";

interface Asked extends AgentKey {
  /** Whose queues are counted, and whose views are given. */
  member: Pick<MemberCaller, "userId" | "may">;
  now: number;
}

/** Gives what an agent's conversations can be filtered by, and how many are in each queue of a member. */
export async function readFilters(db: Db, asked: Asked): Promise<Omit<ThreadFilters, "offSurfaces">> {
  const { organizationId, agentId, member } = asked;
  const { userId } = member;
  const key = { organizationId, agentId, userId };
  const [groups, mentions, due, approvals, unread, views, startViewId, people, teams, labels, fields] =
    await Promise.all([
      readGroups(db, asked),
      countMentioned(db, key),
      countDue(db, key),
      countApprovals(db, key),
      countUnread(db, key),
      listViewRows(db, key),
      readStartView(db, key),
      listPeople(db, asked),
      listTeams(db, organizationId),
      listLabelRows(db, asked),
      listFieldRows(db, organizationId),
    ]);
  const countOf = (queue: Queue) =>
    groups.filter((group) => isQueued(queue, group, userId)).reduce((sum, { count }) => sum + count, 0);
  const counted = Object.fromEntries(
    queues.map((queue) => [queue, countOf(queue)]),
  ) as ThreadFilters["queues"]; // one for each
  return {
    queues: { ...counted, mentions, due, approvals },
    unread,
    surfaces: [...new Set(groups.map(({ surfaceType }) => surfaceType))].toSorted(),
    views: views.map((row) => presentView(row, { member, counts: { groups, mentions, due, approvals } })),
    startViewId,
    people,
    teams,
    labels: labels.map(presentLabel),
    customFields: fields.map(presentField).filter(({ isArchived }) => !isArchived),
  };
}

/** Gives the groups that conversations can be given to, by name. */
export function listTeams(db: Db, organizationId: string): Promise<ThreadFilters["teams"]> {
  return db
    .selectFrom("userGroups")
    .select(["id", "name"])
    .where("organizationId", "=", organizationId)
    .orderBy("name")
    .execute();
}

/** All that decides about queues but the mentions, what is due and approvals is read from one index in its order, so that nothing is sorted. */
export async function readGroups(
  db: Db,
  { organizationId, agentId }: Pick<InboxWanted, "organizationId" | "agentId">,
): Promise<ThreadGroup[]> {
  const rows = await selectInbox(db, { organizationId, agentId, userId: "", filter: {} })
    .groupBy(["status", "handledBy", "assigneeId", "surfaceType"])
    .select(({ fn }) => [
      ...(["status", "handledBy", "assigneeId", "surfaceType"] as const),
      fn.max("waitingSince").as("waitingSince"),
      fn.count<number>("waitingSince").as("waiting"),
      fn.countAll<number>().as("count"),
    ])
    .execute();
  return rows.flatMap(({ waiting, count, ...group }) => [
    ...(waiting > 0 ? [{ ...group, replyDue: null, approvals: 0, count: waiting }] : []),
    ...(count > waiting
      ? [{ ...group, waitingSince: null, replyDue: null, approvals: 0, count: count - waiting }]
      : []),
  ]);
}

/** They are few, and have an index of their own. */
async function countDue(db: Db, { organizationId, agentId }: AgentKey): Promise<number> {
  const { due } = await db
    .selectFrom("threads")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("preview", "=", 0)
    .where("replyDue", "is not", null)
    .select(({ fn }) => fn.countAll<number>().as("due"))
    .executeTakeFirstOrThrow();
  return due;
}

async function countApprovals(db: Db, { organizationId, agentId }: AgentKey): Promise<number> {
  const { waiting } = await db
    .selectFrom("threads")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("preview", "=", 0)
    .where("approvals", ">", sql.lit(0))
    .select(({ fn }) => fn.countAll<number>().as("waiting"))
    .executeTakeFirstOrThrow();
  return waiting;
}

/** Gives the organization's members, and whether each is online. */
export async function listPeople(
  db: Db,
  { organizationId, now }: Pick<Asked, "organizationId" | "now">,
): Promise<ThreadFilters["people"]> {
  const rows = await db
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.userId")
    .select(["users.id", "firstName", "lastName", "agentStatus", "agentSeenAt"])
    .where("members.organizationId", "=", organizationId)
    .orderBy("firstName")
    .orderBy("lastName")
    .orderBy("users.id")
    .execute();
  return rows.map(({ id, firstName, lastName, ...member }) => ({
    ...{ id, name: `${firstName} ${lastName}`.trim() },
    isOnline: statusAt(member, now) === "online",
  }));
}
