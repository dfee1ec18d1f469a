import type { OwnInvite } from "../../shared/contract/accounts/teams.ts";
import { roleOf } from "../../shared/domain/access.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { Db } from "../database/store.ts";
import { nameOf } from "./present.ts";
import type { InviteRow, UserRow } from "./tables.ts";

/**
 * The invitations that wait for a user, the newest first. Only who has shown that the address is theirs sees any: an
 * account on somebody else's address must open nothing.
 */
export async function readOwnInvites(db: Db, user: UserRow, now: number): Promise<OwnInvite[]> {
  if (user.emailVerifiedAt === null) return [];
  const rows = await db
    .selectFrom("invites")
    .innerJoin("organizations", "organizations.id", "invites.organizationId")
    .innerJoin("userGroups", (join) =>
      join
        .onRef("userGroups.organizationId", "=", "invites.organizationId")
        .onRef("userGroups.id", "=", "invites.groupId"),
    )
    .leftJoin("users", "users.id", "invites.invitedBy")
    .where("invites.email", "=", user.email)
    .where("invites.expiresAt", ">", now)
    .select(["invites.id", "organizations.name as organizationName", "userGroups.name", "expiresAt"])
    .select(["firstName", "lastName"])
    .orderBy("sentAt", "desc")
    .orderBy("invites.id", "desc")
    .limit(100)
    .execute();
  return rows.map(({ id, organizationName, name, firstName, lastName, expiresAt }) => ({
    ...{ _id: id, organizationName, usergroup_name: name, role: roleOf(name) ?? null, expiresAt },
    invitedBy: firstName === null ? null : nameOf({ firstName, lastName: lastName ?? "" }) || null,
  }));
}

/** One of them; `not_found` alike for somebody else's and for none. */
export async function findOwnInvite(
  db: Db,
  user: UserRow,
  { id, now }: { id: string; now: number },
): Promise<InviteRow> {
  const row = await db
    .selectFrom("invites")
    .selectAll()
    .where("id", "=", id)
    .where("email", "=", user.email)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
  if (!row || user.emailVerifiedAt === null) throw new AppError("not_found");
  return row;
}
