import { may, roleOf } from "../../../shared/domain/access.ts";
import type { Action } from "../../../shared/domain/access.ts";
import type { TeamNotices } from "../../../shared/contract/channels/teamNotices.ts";
import type { TeamNoticeKind } from "../../../shared/domain/teamNotices.ts";
import { findMember } from "../../accounts/members.ts";
import type { UserRow } from "../../accounts/tables.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Db } from "../../database/store.ts";
import type { TeamNoticesRow, TeamPostRow } from "./tables.ts";

/** The name of team notices among the followers of live events. */
export const teamFollower = "teamNotices";

export async function findTeamNotices(
  db: Db,
  { organizationId, agentId }: AgentKey,
): Promise<TeamNoticesRow | undefined> {
  return db
    .selectFrom("teamNotices")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .executeTakeFirst();
}

/** Whether notices of a kind are wanted now. */
export function wants({ enabled, kinds }: TeamNoticesRow, kind: TeamNoticeKind): boolean {
  return enabled === 1 && readList(kinds).includes(kind);
}

export function readList(json: string): string[] {
  return JSON.parse(json) as string[]; // written after the contract's check
}

export async function findPost(
  db: Db,
  { organizationId, id }: Pick<TeamPostRow, "organizationId" | "id">,
): Promise<TeamPostRow | undefined> {
  return db
    .selectFrom("teamPosts")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** A team member who may do something, as handlers know them; null for everybody else. */
export async function findActor(
  db: Db,
  { organizationId, userId, right }: { organizationId: string; userId: string; right: Action },
): Promise<Actor | null> {
  const member = await findMember(db, { organizationId, userId });
  if (!member || member.lacksSecondFactor || !may(member.roles, right)) return null;
  const user = await db
    .selectFrom("users")
    .select(["id", "email", "firstName", "lastName", "language"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (!user) return null;
  const { email, language } = user;
  return { userId, name: `${user.firstName} ${user.lastName}`.trim() || email, email, language };
}

export type Actor = Pick<UserRow, "email" | "language"> & { userId: string; name: string };

/** The members who can reply, by name. */
export async function listPeople(db: Db, organizationId: string): Promise<TeamNotices["people"]> {
  const rows = await db
    .selectFrom("groupMembers")
    .innerJoin("users", "users.id", "groupMembers.userId")
    .innerJoin("userGroups", (join) =>
      join
        .onRef("userGroups.organizationId", "=", "groupMembers.organizationId")
        .onRef("userGroups.id", "=", "groupMembers.groupId"),
    )
    .where("groupMembers.organizationId", "=", organizationId)
    .select(["users.id", "users.email", "firstName", "lastName", "userGroups.name as team"])
    .execute();
  const people = new Map<string, TeamNotices["people"][number]>();
  for (const { id, email, firstName, lastName, team } of rows) {
    const role = roleOf(team);
    if (role && may([role], "conversations.reply"))
      people.set(id, { id, name: `${firstName} ${lastName}`.trim() || email, email });
  }
  return [...people.values()].toSorted((one, other) => one.name.localeCompare(other.name));
}
