import { AppError } from "../../shared/errors/errors.ts";
import type { Db, Tx } from "../database/store.ts";
import { hashLinkToken, makeLinkToken } from "./linkToken.ts";

const linkMs = 60 * 60 * 1000;

/**
 * Makes the link by which a user chooses a new password; one that was made before ends. Gives what it carries. Where there
 * is no such user, it asks the store the same and keeps nothing.
 */
export async function putPasswordLink(tx: Tx, userId: string, now: number): Promise<string> {
  const { token, tokenHash } = makeLinkToken();
  await tx.deleteFrom("passwordLinks").where("userId", "=", userId).execute();
  await tx
    .insertInto("passwordLinks")
    .columns(["tokenHash", "userId", "expiresAt"])
    .expression((eb) =>
      eb
        .selectFrom("users")
        .select([
          eb.val(tokenHash).as("tokenHash"),
          "users.id as userId",
          eb.val(now + linkMs).as("expiresAt"),
        ])
        .where("users.id", "=", userId),
    )
    .execute();
  return token;
}

/** Ends a link and gives whose it was; `password_link_invalid` for every reason why there is none that holds. */
export async function usePasswordLink(tx: Tx, token: string, now: number): Promise<string> {
  const row = await tx
    .deleteFrom("passwordLinks")
    .where("tokenHash", "=", hashLinkToken(token))
    .returningAll()
    .executeTakeFirst();
  if (!row || row.expiresAt <= now) throw new AppError("password_link_invalid");
  return row.userId;
}

/** Writes a new password and ends the user's sessions, all but one. */
export async function changePassword(
  tx: Db,
  {
    userId,
    passwordHash,
    keptSessionId,
    now,
  }: { userId: string; passwordHash: string; keptSessionId?: string; now: number },
): Promise<void> {
  await tx.updateTable("users").set({ passwordHash, updatedAt: now }).where("id", "=", userId).execute();
  await endAllSessions(tx, userId, keptSessionId);
}

/** Signs a user out everywhere, but for one session where one is named. */
export async function endAllSessions(tx: Db, userId: string, keptSessionId?: string): Promise<void> {
  // Sign-ins that have only passed the password step end.
  await tx.deleteFrom("pendingSignIns").where("userId", "=", userId).execute();
  let others = tx.deleteFrom("sessions").where("userId", "=", userId);
  if (keptSessionId !== undefined) others = others.where("id", "!=", keptSessionId);
  await others.execute();
}
