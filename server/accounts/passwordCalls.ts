import {
  endSession,
  forgotPassword,
  listSessions,
  setPassword,
  updatePassword,
} from "../../shared/contract/signIn.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { Store } from "../database/store.ts";
import { handle } from "../door/handle.ts";
import type { Route } from "../door/handle.ts";
import type { Limits } from "../door/limits.ts";
import { passwordLetter } from "../mail/letters.ts";
import type { Mail } from "../mail/mail.ts";
import { changePassword, putPasswordLink, usePasswordLink } from "./passwordLinks.ts";
import { checkPassword, hashPassword } from "./passwords.ts";
import { presentUser } from "./present.ts";
import { findUser, findUserByEmail } from "./users.ts";

export interface PasswordDeps {
  store: Store;
  mail: Mail;
  limits: Limits;
  now: () => number;
  /** Is told of a letter that could not be put into line. */
  report: (error: unknown) => void;
}

/** Who signed in so short a time ago has just shown the password. */
const justNowMs = 10 * 60 * 1000;

/** The calls on a user's password and sessions. */
export function passwordRoutes({ store, mail, limits, now, report }: PasswordDeps): Route[] {
  const { db } = store;
  return [
    handle(forgotPassword, async ({ body: { email }, request }) => {
      limits.take("signIn", email);
      // Behind the answer, so that its time does not tell who has an account.
      if (mail.isConfigured) void sendLink(email, request.origin).catch(report);
      return { isMailed: mail.isConfigured };
    }),

    handle(setPassword, async ({ body }) => {
      const passwordHash = await hashPassword(body.password);
      const userId = await store.transaction(async (tx) => {
        const owner = await usePasswordLink(tx, body.token, now());
        await changePassword(tx, { userId: owner, passwordHash, now: now() });
        return owner;
      });
      return { email: (await findUser(db, userId)).email };
    }),

    handle(updatePassword, async ({ caller, body }) => {
      const { userId, sessionId } = caller;
      const user = await findUser(db, userId);
      const session = await db
        .selectFrom("sessions")
        .select("createdAt")
        .where("id", "=", sessionId)
        .executeTakeFirstOrThrow();
      const isFresh = now() - session.createdAt < justNowMs;
      if (body.currentPassword === undefined && !isFresh && user.passwordHash !== null)
        throw new AppError("password_needed");
      if (
        body.currentPassword !== undefined &&
        !(await checkPassword(body.currentPassword, user.passwordHash))
      )
        throw new AppError("password_needed", { message: "The current password is not right." });
      const passwordHash = await hashPassword(body.password);
      await store.transaction((tx) =>
        changePassword(tx, { userId, passwordHash, keptSessionId: sessionId, now: now() }),
      );
      return { data: presentUser(await findUser(db, userId)) };
    }),

    handle(listSessions, async ({ caller }) => {
      const rows = await db
        .selectFrom("sessions")
        .select(["id", "createdAt", "lastSeenAt"])
        .where("userId", "=", caller.userId)
        .where("expiresAt", ">", now())
        .orderBy("lastSeenAt", "desc")
        .execute();
      const items = rows.map(({ id, ...times }) => ({
        _id: id,
        ...times,
        isCurrent: id === caller.sessionId,
      }));
      return { items };
    }),

    handle(endSession, async ({ caller, params }) => {
      const { numDeletedRows } = await db
        .deleteFrom("sessions")
        .where("id", "=", params.sessionId)
        .where("userId", "=", caller.userId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new AppError("not_found");
      return undefined;
    }),
  ];

  async function sendLink(email: string, origin: string): Promise<void> {
    const user = await findUserByEmail(db, email);
    if (!user) return;
    await store.transaction(async (tx) => {
      const token = await putPasswordLink(tx, user.id, now());
      await mail.post(tx, passwordLetter({ to: email, url: `${origin}/auth/set-password?token=${token}` }));
    });
  }
}
