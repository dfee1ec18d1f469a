import { may, roleOf } from "../../../../shared/domain/access.ts";
import type { Candidate } from "../../../../shared/domain/assignment.ts";
import { awayAfterMs } from "../../../accounts/presence.ts";
import type {} from "../../../accounts/tables.ts";
import type { Db, Tx } from "../../../database/store.ts";

export interface NamedCandidate extends Candidate {
  name: string;
}

interface Wanted {
  organizationId: string;
  /** A user group; null for everybody. */
  teamId: string | null;
  /** Of who has no number of their own. */
  capacity: number;
  now: number;
}

/** Gives the members who may reply and are online, with what each has in hand over all agents; none of them leaves meanwhile. */
export async function listCandidates(db: Tx, wanted: Wanted): Promise<NamedCandidate[]> {
  const { organizationId, capacity } = wanted;
  const online = await listOnline(db, wanted);
  if (online.length === 0) return [];
  const userIds = online.map(({ userId }) => userId);
  const counts = await countOpen(db, organizationId, userIds);
  return online.map(({ userId, firstName, lastName, ownCapacity, turn }) => ({
    userId,
    name: `${firstName} ${lastName}`.trim(),
    open: counts.get(userId) ?? 0,
    capacity: ownCapacity ?? capacity,
    turn,
  }));
}

async function listOnline(db: Db, { organizationId, teamId, now }: Wanted) {
  const team = teamId === null ? null : await findTeam(db, organizationId, teamId);
  const rows = await db
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.userId")
    .innerJoin("groupMembers", (join) =>
      join
        .onRef("groupMembers.organizationId", "=", "members.organizationId")
        .onRef("groupMembers.userId", "=", "members.userId"),
    )
    .innerJoin("userGroups", (join) =>
      join
        .onRef("userGroups.organizationId", "=", "groupMembers.organizationId")
        .onRef("userGroups.id", "=", "groupMembers.groupId"),
    )
    .leftJoin("assignees", (join) =>
      join
        .onRef("assignees.organizationId", "=", "members.organizationId")
        .onRef("assignees.userId", "=", "members.userId"),
    )
    .where("members.organizationId", "=", organizationId)
    .where("members.agentStatus", "=", "online")
    .where("members.agentSeenAt", ">=", now - awayAfterMs)
    .select(["members.userId", "users.firstName", "users.lastName", "userGroups.id as groupId"])
    .select(["userGroups.name as groupName", "assignees.capacity as ownCapacity", "assignees.turn"])
    .forKeyShare("members")
    .execute();
  return [...Map.groupBy(rows, ({ userId }) => userId).values()].flatMap((ofOne) => {
    const roles = ofOne.flatMap(({ groupName }) => roleOf(groupName) ?? []);
    const isOfTeam = team === null || ofOne.some(({ groupId }) => groupId === team.id);
    return isOfTeam && may(roles, "conversations.reply") ? ofOne.slice(0, 1) : [];
  });
}

/** A team that was deleted narrows nothing: else its visitors would wait for ever. */
async function findTeam(db: Db, organizationId: string, id: string): Promise<{ id: string } | null> {
  const found = await db
    .selectFrom("userGroups")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
  return found ?? null;
}

/** Counts what each of them has in hand; what sleeps or is resolved takes no room. */
export async function countOpen(
  db: Db,
  organizationId: string,
  userIds: string[],
): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map();
  const counted = await db
    .selectFrom("threads")
    .where("organizationId", "=", organizationId)
    .where("assigneeId", "in", userIds)
    .where("status", "in", ["open", "pending"])
    .where("preview", "=", 0)
    .groupBy("assigneeId")
    .select(({ fn }) => ["assigneeId", fn.countAll<number>().as("open")])
    .execute();
  return new Map(counted.map(({ assigneeId, open }) => [assigneeId ?? "", Number(open)]));
}
