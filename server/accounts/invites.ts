import { AppError } from "../../shared/errors/errors.ts";
import { newId } from "../database/ids.ts";
import type { Db, Tx } from "../database/store.ts";
import { hashLinkToken, makeLinkToken } from "./linkToken.ts";
import type { InviteRow, UserRow } from "./tables.ts";

/** How long a link is valid. */
const inviteMs = 7 * 24 * 60 * 60 * 1000;

export interface NewInvite {
  organizationId: string;
  email: string;
  groupId: string;
  invitedBy: string | null;
  now: number;
}

/**
 * Writes an invitation and gives what its link carries. People who were already invited get a new link, and the old one
 * ends.
 */
export async function putInvite(tx: Tx, invite: NewInvite): Promise<{ row: InviteRow; token: string }> {
  const { now, ...described } = invite;
  const { token, tokenHash } = makeLinkToken();
  const fresh = {
    ...described,
    ...{ tokenHash, sentAt: now, expiresAt: now + inviteMs },
  };
  const row = await tx
    .insertInto("invites")
    .values({ ...fresh, id: newId(now) })
    .onConflict((conflict) => conflict.columns(["organizationId", "email"]).doUpdateSet(fresh))
    .returningAll()
    .executeTakeFirstOrThrow();
  return { row, token };
}

/** The invitation of a link; `invite_invalid` for every reason why there is none that holds. */
export async function findInvite(db: Db, token: string, now: number): Promise<InviteRow> {
  const row = await db
    .selectFrom("invites")
    .selectAll()
    .where("tokenHash", "=", hashLinkToken(token))
    .executeTakeFirst();
  if (!row || row.expiresAt <= now) throw new AppError("invite_invalid");
  return row;
}

/**
 * Makes a user a member as the invitation says, and ends it. Only who has the invited address: a link that was passed on
 * opens nothing.
 */
export async function useInvite(tx: Tx, invite: InviteRow, { user, now }: { user: UserRow; now: number }) {
  if (user.email !== invite.email) throw new AppError("invite_for_other");
  const { organizationId, groupId } = invite;
  const { numDeletedRows } = await tx
    .deleteFrom("invites")
    .where("organizationId", "=", organizationId)
    .where("tokenHash", "=", invite.tokenHash)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError("invite_invalid");
  await tx
    .insertInto("members")
    .values({ organizationId, userId: user.id, agentStatus: "offline", agentSeenAt: null, createdAt: now })
    .onConflict((conflict) => conflict.columns(["organizationId", "userId"]).doNothing())
    .execute();
  await tx
    .insertInto("groupMembers")
    .values({ organizationId, groupId, userId: user.id })
    .onConflict((conflict) => conflict.columns(["organizationId", "groupId", "userId"]).doNothing())
    .execute();
}

/** Takes an invitation back; `not_found` where there is none. */
export async function removeInvite(
  db: Db,
  { organizationId, email }: Pick<InviteRow, "organizationId" | "email">,
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("invites")
    .where("organizationId", "=", organizationId)
    .where("email", "=", email)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError("not_found");
}
