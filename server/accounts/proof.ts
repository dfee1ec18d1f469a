import { AppError } from "../../shared/errors/errors.ts";
import type { Db } from "../database/store.ts";
import type { RequestFacts, UserCaller } from "../requests/handle.ts";
import type { Limits } from "../requests/limits.ts";
import type { Log } from "../requests/log.ts";
import { checkPassword } from "./passwords.ts";
import { tellSecurity } from "./signInTries.ts";
import type { UserRow } from "./tables.ts";
import { findUser } from "./users.ts";

/** A user who signed in this recently has just proved their identity. */
const justNowMs = 10 * 60 * 1000;

export interface ProofDeps {
  db: Db;
  limits: Limits;
  now: () => number;
  log: Pick<Log, "warn" | "info">;
}

export interface Shown {
  caller: Pick<UserCaller, "userId" | "sessionId">;
  request: RequestFacts;
  currentPassword?: string | undefined;
  /** A fresh session is not enough for who has a password. */
  asksPassword?: boolean;
}

/**
 * Gives the user where it is them and not somebody at a screen that was left alone: by the current password, or by a
 * session that began, or in which they proved it, just now. `password_needed` else.
 */
export async function requireProof({ db, limits, now, log }: ProofDeps, shown: Shown): Promise<UserRow> {
  const { caller, request, currentPassword, asksPassword = false } = shown;
  const user = await findUser(db, caller.userId);
  if (currentPassword !== undefined) {
    const giveBack = limits.take("proof", user.id);
    const isRight = await checkPassword(currentPassword, user.passwordHash);
    if (!isRight) {
      tellSecurity(log, "proof failed", { address: request.address, account: user.email });
      throw new AppError("password_needed", { message: "The current password is wrong." });
    }
    // Only tries that failed count.
    giveBack();
    request.giveBackTry();
    return user;
  }
  const { createdAt, provedAt } = await db
    .selectFrom("sessions")
    .select(["createdAt", "provedAt"])
    .where("id", "=", caller.sessionId)
    .executeTakeFirstOrThrow();
  const isFresh = now() - Math.max(createdAt, provedAt ?? 0) < justNowMs;
  if (isFresh && !(asksPassword && user.passwordHash !== null)) return user;
  if (user.passwordHash !== null) throw new AppError("password_needed");
  const message = "Sign out and in again, then do this within ten minutes.";
  throw new AppError("password_needed", { message });
}
