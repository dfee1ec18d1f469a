import type { ThreadFilters } from "../../../shared/contract/threads.ts";
import { isQueued, queues } from "../../../shared/domain/queues.ts";
import type { Queue } from "../../../shared/domain/queues.ts";
import { statusAt } from "../../accounts/presence.ts";
import type {} from "../../accounts/tables.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Db } from "../../database/store.ts";
import { countMentioned } from "../notes/mentions.ts";
import { listLabelRows, presentLabel } from "./labels.ts";

interface Asked extends AgentKey {
  /** Whose queues are counted. */
  userId: string;
  now: number;
}

/** Gives what an agent's conversations can be filtered by, and how many stand in each queue of a member. */
export async function readFilters(db: Db, asked: Asked): Promise<ThreadFilters> {
  const { organizationId } = asked;
  const [counted, mentions, people, teams, labels] = await Promise.all([
    countQueues(db, asked),
    countMentioned(db, asked),
    listPeople(db, asked),
    db
      .selectFrom("userGroups")
      .select(["id", "name"])
      .where("organizationId", "=", organizationId)
      .orderBy("name")
      .execute(),
    listLabelRows(db, asked),
  ]);
  return {
    ...counted,
    queues: { ...counted.queues, mentions },
    people,
    teams,
    labels: labels.map(presentLabel),
  };
}

/** All but the mentions is read from the index of queues, in one go. */
async function countQueues(
  db: Db,
  { organizationId, agentId, userId }: Asked,
): Promise<Pick<ThreadFilters, "queues" | "surfaces">> {
  const groups = await db
    .selectFrom("threads")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("preview", "=", 0)
    .groupBy(({ ref, eb }) => [
      ref("status"),
      ref("handledBy"),
      ref("assigneeId"),
      ref("surfaceType"),
      eb("waitingSince", "is", null),
    ])
    .select(({ fn }) => [
      "status",
      "handledBy",
      "assigneeId",
      "surfaceType",
      fn.max("waitingSince").as("waitingSince"),
      fn.countAll<number>().as("count"),
    ])
    .execute();
  const countOf = (queue: Queue) =>
    groups.filter((group) => isQueued(queue, group, userId)).reduce((sum, { count }) => sum + count, 0);
  return {
    queues: Object.fromEntries(queues.map((queue) => [queue, countOf(queue)])) as ThreadFilters["queues"], // one for each
    surfaces: [...new Set(groups.map(({ surfaceType }) => surfaceType))].toSorted(),
  };
}

async function listPeople(db: Db, { organizationId, now }: Asked): Promise<ThreadFilters["people"]> {
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
