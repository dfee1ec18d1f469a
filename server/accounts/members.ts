import { roleOf, roles as allRoles } from "../../shared/domain/access.ts";
import type { Role } from "../../shared/domain/access.ts";
import type { User } from "../../shared/contract/accounts/accounts.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { Db, Tx } from "../database/store.ts";
import type { FoundMember } from "../requests/gates.ts";
import { presentUser } from "./present.ts";
import type { Membership } from "./present.ts";
import type { UserRow } from "./tables.ts";

/** A member of an organization with their roles, which the names of their groups give; null for everybody else. */
export async function findMember(
  db: Db,
  { userId, organizationId }: { userId: string; organizationId: string },
): Promise<FoundMember | null> {
  const rows = await db
    .selectFrom("members")
    .leftJoin("groupMembers", (join) =>
      join
        .onRef("groupMembers.organizationId", "=", "members.organizationId")
        .onRef("groupMembers.userId", "=", "members.userId"),
    )
    .leftJoin("userGroups", (join) =>
      join
        .onRef("userGroups.organizationId", "=", "groupMembers.organizationId")
        .onRef("userGroups.id", "=", "groupMembers.groupId"),
    )
    .where("members.organizationId", "=", organizationId)
    .where("members.userId", "=", userId)
    .leftJoin("organizations", (join) =>
      join
        .onRef("organizations.id", "=", "members.organizationId")
        .on("organizations.requiresSecondFactor", "=", 1),
    )
    .leftJoin("secondFactors", (join) =>
      join.onRef("secondFactors.userId", "=", "members.userId").on("secondFactors.enabledAt", "is not", null),
    )
    .select(["userGroups.name", "organizations.id as requiringId", "secondFactors.enabledAt"])
    .execute();
  const [first] = rows;
  if (!first) return null;
  const lacksSecondFactor = first.requiringId !== null && first.enabledAt === null;
  return { roles: rolesOf(rows.map(({ name }) => name)), lacksSecondFactor };
}

/**
 * Holds a membership until the transaction ends, so that leaving waits for it; says whether there is one still. To be
 * asked before anything is told, and before anything that they have is held: who leaves takes both while their row is
 * held.
 */
export async function holdMember(
  tx: Tx,
  { userId, organizationId }: { userId: string; organizationId: string },
): Promise<boolean> {
  const held = await tx
    .selectFrom("members")
    .select("userId")
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .forKeyShare()
    .executeTakeFirst();
  return held !== undefined;
}

/** The organizations of a user with all that each shows to them, in the order in which they joined. */
export async function listMemberships(db: Db, userId: string, only?: string): Promise<Membership[]> {
  const members = await db
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.userId")
    .where("userId", "=", userId)
    .$if(only !== undefined, (query) => query.where("organizationId", "=", only ?? ""))
    .select(["organizationId", "agentStatus", "agentSeenAt", "isSuperAdmin"])
    .orderBy("members.createdAt")
    .orderBy("organizationId")
    .execute();
  if (members.length === 0) return [];
  const ids = members.map(({ organizationId }) => organizationId);
  const [organizations, accounts, groups] = await Promise.all([
    db.selectFrom("organizations").selectAll().where("id", "in", ids).execute(),
    db.selectFrom("orgAccounts").selectAll().where("organizationId", "in", ids).orderBy("id").execute(),
    db
      .selectFrom("groupMembers")
      .innerJoin("userGroups", (join) =>
        join
          .onRef("userGroups.organizationId", "=", "groupMembers.organizationId")
          .onRef("userGroups.id", "=", "groupMembers.groupId"),
      )
      .where("groupMembers.organizationId", "in", ids)
      .where("groupMembers.userId", "=", userId)
      .select(["groupMembers.organizationId", "userGroups.name"])
      .execute(),
  ]);
  return members.flatMap((member) => {
    const isHere = (row: { organizationId: string }) => row.organizationId === member.organizationId;
    const organization = organizations.find(({ id }) => id === member.organizationId);
    if (!organization) return [];
    const roles = rolesOf(groups.filter(isHere).map(({ name }) => name));
    const isSuperAdmin = member.isSuperAdmin === 1;
    return [{ organization, member, roles, isSuperAdmin, accounts: accounts.filter(isHere) }];
  });
}

/** One organization of a user; `not_found` alike for a foreign one and for none. */
export async function findMembership(db: Db, userId: string, organizationId: string): Promise<Membership> {
  const [membership] = await listMemberships(db, userId, organizationId);
  if (!membership) throw new AppError("not_found");
  return membership;
}

/** Gives a user as they see themselves, with what they are in any of their organizations. */
export async function describeUser(db: Db, user: UserRow): Promise<User> {
  const groups = await db
    .selectFrom("members")
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
    .where("members.userId", "=", user.id)
    .select("userGroups.name")
    .execute();
  return presentUser(user, rolesOf(groups.map(({ name }) => name)));
}

/** Each role once, the highest first; groups with other names give none. */
function rolesOf(groupNames: (string | null)[]): Role[] {
  const held = new Set(groupNames.map((name) => (name === null ? undefined : roleOf(name))));
  return allRoles.filter((role) => held.has(role));
}
