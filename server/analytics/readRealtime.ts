import { sql } from "kysely";
import { readClock, findMoment } from "../../shared/domain/figureTime.ts";
import type { Realtime } from "../../shared/contract/analytics/analytics.ts";
import { statusAt } from "../accounts/presence.ts";
import type {} from "../conversations/tables.ts";
import type { Db } from "../database/store.ts";
import type { FigureOwner } from "./readFigures.ts";

/** How long after a visitor was last there they count as there. */
const activeWithinMs = 5 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;

interface Wanted extends FigureOwner {
  timezone: string;
  now: number;
}

/** Counts what happens at this moment. */
export async function readRealtime(
  reader: Db,
  { organizationId, agentIds, timezone, now }: Wanted,
): Promise<Realtime> {
  const local = readClock(now, timezone);
  const midnight = findMoment(local - (local % dayMs), timezone);
  const [visitors, open, waiting, answering, today, online] = await Promise.all([
    countVisitors(reader, { organizationId, agentIds, since: now - activeWithinMs }),
    countOpen(reader, { organizationId, agentIds }),
    readWaiting(reader, { organizationId, agentIds }),
    countAnswering(reader, { organizationId, agentIds }),
    countBegun(reader, { organizationId, agentIds, since: midnight }),
    listOnline(reader, { organizationId, now }),
  ]);
  return {
    ...{ at: now, visitors, conversationsOpen: open, answering, today, online },
    ...waiting,
  };
}

async function countVisitors(
  reader: Db,
  { organizationId, agentIds, since }: FigureOwner & { since: number },
): Promise<number> {
  if (agentIds.length === 0) return 0;
  const { count } = await reader
    .selectFrom("contacts")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("organizationId", "=", organizationId)
    .where("agentId", "in", agentIds)
    .where("lastSeenAt", ">=", since)
    .where("preview", "=", 0)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function countOpen(reader: Db, { organizationId, agentIds }: FigureOwner): Promise<number> {
  if (agentIds.length === 0) return 0;
  const { count } = await reader
    .selectFrom("threads")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("organizationId", "=", organizationId)
    .where("agentId", "in", agentIds)
    .where("preview", "=", 0)
    .where("status", "=", "open")
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function readWaiting(
  reader: Db,
  { organizationId, agentIds }: FigureOwner,
): Promise<Pick<Realtime, "waiting" | "waitingSince" | "overdue">> {
  if (agentIds.length === 0) return { waiting: 0, waitingSince: null, overdue: 0 };
  const found = await reader
    .selectFrom("threads")
    .select((row) => [
      row.fn.countAll<number>().as("waiting"),
      row.fn.min<number | null>("waitingSince").as("waitingSince"),
      row.fn
        .sum<number | null>(row.case().when("replyDue", "=", "overdue").then(1).else(0).end())
        .as("overdue"),
    ])
    .where("organizationId", "=", organizationId)
    .where("agentId", "in", agentIds)
    .where("preview", "=", 0)
    .where("status", "in", ["open", "pending"])
    .where("handledBy", "=", "human")
    .where("waitingSince", "is not", null)
    .executeTakeFirstOrThrow();
  const { waiting, waitingSince, overdue } = found;
  return { waiting: Number(waiting), waitingSince, overdue: Number(overdue ?? 0) };
}

async function countAnswering(reader: Db, { organizationId, agentIds }: FigureOwner): Promise<number> {
  if (agentIds.length === 0) return 0;
  const { count } = await reader
    .selectFrom("messages")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("organizationId", "=", organizationId)
    .where("agentId", "in", agentIds)
    // The words of the index, which a value in their place would not meet.
    .where(sql<boolean>`"status" = 'streaming'`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function countBegun(
  reader: Db,
  { organizationId, agentIds, since }: FigureOwner & { since: number },
): Promise<number> {
  if (agentIds.length === 0) return 0;
  const { count } = await reader
    .selectFrom("threads")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("organizationId", "=", organizationId)
    .where("preview", "=", 0)
    .where("createdAt", ">=", since)
    .where("agentId", "in", agentIds)
    .where("begunByTeam", "=", 0)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function listOnline(
  reader: Db,
  { organizationId, now }: { organizationId: string; now: number },
): Promise<Realtime["online"]> {
  const members = await reader
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.userId")
    .select(["users.id", "users.firstName", "users.lastName", "members.agentStatus", "members.agentSeenAt"])
    .where("members.organizationId", "=", organizationId)
    .where("members.agentStatus", "=", "online")
    .execute();
  return members
    .filter((member) => statusAt(member, now) === "online")
    .map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}`.trim() }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
