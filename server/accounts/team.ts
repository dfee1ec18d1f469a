import type { PendingInvite, TeamMember, UserGroup } from "../../shared/contract/accounts/teams.ts";
import { roleOf, roles as allRoles, type Role } from "../../shared/domain/access.ts";
import { contains } from "../database/contains.ts";
import type { Db } from "../database/store.ts";
import { statusAt } from "./presence.ts";
import { nameOf } from "./present.ts";

/** Which part of an organization's people is wanted. */
export interface TeamWanted {
  organizationId: string;
  /** In names and e-mail addresses; empty finds all. */
  search?: string;
  groupId?: string;
  userId?: string;
  email?: string;
  page: number;
  limit: number;
  now: number;
}

/** The members of an organization with their groups, by name, and how many there are. */
export async function listTeamMembers(
  db: Db,
  wanted: TeamWanted,
): Promise<{ items: TeamMember[]; total: number }> {
  const { organizationId, search = "", groupId, userId, email, page, limit, now } = wanted;
  let found = db
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.userId")
    .where("members.organizationId", "=", organizationId);
  if (userId !== undefined) found = found.where("users.id", "=", userId);
  if (email !== undefined) found = found.where("users.email", "=", email);
  if (groupId !== undefined) {
    found = found.where("users.id", "in", (inner) =>
      inner
        .selectFrom("groupMembers")
        .select("userId")
        .where("organizationId", "=", organizationId)
        .where("groupId", "=", groupId),
    );
  }
  for (const word of search.toLowerCase().split(/\s+/).filter(Boolean)) {
    found = found.where(({ or, ref }) =>
      or(
        (["firstName", "lastName", "email"] as const).map((column) => contains(ref(`users.${column}`), word)),
      ),
    );
  }
  const [rows, counted] = await Promise.all([
    found
      .select(["users.id", "email", "firstName", "lastName", "pictureUrl", "agentStatus", "agentSeenAt"])
      .select("members.createdAt as joinedAt")
      .orderBy("firstName")
      .orderBy("lastName")
      .orderBy("users.id")
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    found.select((row) => row.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  const groups = await readGroups(
    db,
    organizationId,
    rows.map(({ id }) => id),
  );
  const items = rows.map((row): TeamMember => {
    const own = groups.filter((group) => group.userId === row.id);
    return {
      ...{ _id: row.id, email: row.email, first_name: row.firstName, last_name: row.lastName },
      ...{ profile_pic_url: row.pictureUrl, agentStatus: statusAt(row, now), joinedAt: row.joinedAt },
      usergroups: own.map(({ groupId: _id, name }) => ({ _id, usergroup_name: name })),
      role: highestOf(own.map(({ name }) => name)),
    };
  });
  return { items, total: counted.total };
}

async function readGroups(db: Db, organizationId: string, userIds: string[]) {
  if (userIds.length === 0) return [];
  return db
    .selectFrom("groupMembers")
    .innerJoin("userGroups", (join) =>
      join
        .onRef("userGroups.organizationId", "=", "groupMembers.organizationId")
        .onRef("userGroups.id", "=", "groupMembers.groupId"),
    )
    .where("groupMembers.organizationId", "=", organizationId)
    .where("groupMembers.userId", "in", userIds)
    .select(["groupMembers.userId", "groupMembers.groupId", "userGroups.name"])
    .orderBy("userGroups.id")
    .execute();
}

/** The groups of an organization with how many members each has, in the order in which they were made. */
export async function listGroups(db: Db, organizationId: string): Promise<UserGroup[]> {
  const rows = await db
    .selectFrom("userGroups")
    .leftJoin("groupMembers", (join) =>
      join
        .onRef("groupMembers.organizationId", "=", "userGroups.organizationId")
        .onRef("groupMembers.groupId", "=", "userGroups.id"),
    )
    .where("userGroups.organizationId", "=", organizationId)
    .select(["userGroups.id", "userGroups.name"])
    .select((row) => row.fn.count<number>("groupMembers.userId").as("memberCount"))
    .groupBy(["userGroups.id", "userGroups.name", "userGroups.createdAt"])
    .execute();
  const order = (name: string) => allRoles.indexOf(roleOf(name) ?? "support");
  return rows
    .sort((one, other) => order(one.name) - order(other.name))
    .map(({ id, name, memberCount }) => ({
      ...{ _id: id, usergroup_name: name, role: roleOf(name) ?? null },
      memberCount: Number(memberCount),
    }));
}

export interface InvitesWanted {
  organizationId: string;
  groupId?: string;
  search?: string;
  email?: string;
  page: number;
  limit: number;
  now: number;
}

/** Invitations that nobody has accepted yet, the newest first, and how many there are. */
export async function listInvites(
  db: Db,
  wanted: InvitesWanted,
): Promise<{ items: PendingInvite[]; total: number }> {
  const { organizationId, groupId, search = "", email, page, limit, now } = wanted;
  let found = db
    .selectFrom("invites")
    .innerJoin("userGroups", (join) =>
      join
        .onRef("userGroups.organizationId", "=", "invites.organizationId")
        .onRef("userGroups.id", "=", "invites.groupId"),
    )
    .leftJoin("users", "users.id", "invites.invitedBy")
    .where("invites.organizationId", "=", organizationId);
  if (groupId !== undefined) found = found.where("invites.groupId", "=", groupId);
  if (email !== undefined) found = found.where("invites.email", "=", email);
  if (search) found = found.where(({ ref }) => contains(ref("invites.email"), search));
  const [rows, counted] = await Promise.all([
    found
      .select(["invites.id", "invites.email", "groupId", "userGroups.name", "sentAt", "expiresAt"])
      .select(["firstName", "lastName"])
      .orderBy("sentAt", "desc")
      .orderBy("invites.id", "desc")
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    found.select((row) => row.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  const items = rows.map(({ id, name, firstName, lastName, ...row }) => ({
    ...{ _id: id, email: row.email, sentAt: row.sentAt, expiresAt: row.expiresAt },
    usergroups: [{ _id: row.groupId, usergroup_name: name }],
    invitedBy: firstName === null ? null : nameOf({ firstName, lastName: lastName ?? "" }),
    isExpired: row.expiresAt <= now,
  }));
  return { items, total: counted.total };
}

function highestOf(names: string[]): Role | null {
  const held = names.map(roleOf);
  return allRoles.find((role) => held.includes(role)) ?? null;
}
