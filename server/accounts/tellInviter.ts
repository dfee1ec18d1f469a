import type { Tx } from "../database/store.ts";
import { writeLetter } from "../mail/letters.ts";
import type { Mail } from "../mail/mail.ts";
import { letterLanguage } from "./letterLanguage.ts";
import { nameOf } from "./present.ts";
import type { InviteRow, UserRow } from "./tables.ts";

export interface Joined {
  user: UserRow;
  invite: InviteRow;
  organizationName: string;
  /** What its link begins with; null where no mail goes out. */
  origin: string | null;
}

/** Tells who invited somebody that they came: by mail, where they want that and are still in the organization. */
export async function tellInviter(
  tx: Tx,
  mail: Mail,
  { user, invite, organizationName, origin }: Joined,
): Promise<void> {
  const { organizationId, invitedBy } = invite;
  if (origin === null || invitedBy === null || invitedBy === user.id) return;
  const inviter = await tx
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.userId")
    .where("members.organizationId", "=", organizationId)
    .where("users.id", "=", invitedBy)
    .where("users.mailsOnAccept", "=", 1)
    .select(["users.email", "users.language"])
    .executeTakeFirst();
  if (!inviter) return;
  const url = `${origin}/accounts/${organizationId}/account/teams`;
  const who = nameOf(user) || user.email;
  const addressee = { to: inviter.email, language: letterLanguage(inviter) };
  await mail.post(tx, writeLetter("accepted", addressee, { who, organization: organizationName, url }));
}
