import {
  endOtherSessions,
  endSession,
  forgotPassword,
  listSessions,
  setPassword,
  updatePassword,
} from "../../shared/contract/accounts/signIn.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { Store } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import type { RequestFacts, Route } from "../requests/handle.ts";
import type { Limits } from "../requests/limits.ts";
import type { Log } from "../requests/log.ts";
import { writeLetter } from "../mail/letters.ts";
import type { Mail } from "../mail/mail.ts";
import { changePassword, putPasswordLink, usePasswordLink } from "./passwordLinks.ts";
import { hashPassword } from "./passwords.ts";
import type { Audit } from "./audit.ts";
import { letterLanguage } from "./letterLanguage.ts";
import { describeUser } from "./members.ts";
import { noteProvedAddress } from "./provedAddress.ts";
import { requireProof } from "./proof.ts";
import { describeSignIn } from "./signInActions.ts";
import type { Sessions } from "./sessions.ts";
import { tellSecurity } from "./signInTries.ts";
import { findUser, findUserByEmail } from "./users.ts";
import { refuseWeak } from "./weakPasswords.ts";

export interface PasswordDeps {
  store: Store;
  sessions: Sessions;
  mail: Mail;
  limits: Limits;
  audit: Pick<Audit, "record">;
  log: Pick<Log, "warn" | "info">;
  now: () => number;
  /** Is told of a letter that could not be put into line. */
  report: (error: unknown) => void;
}

/** No user's id. */
const nobody = "";

/** The calls on a user's password and sessions. */
export function passwordRoutes({
  store,
  sessions,
  mail,
  limits,
  audit,
  log,
  now,
  report,
}: PasswordDeps): Route[] {
  const { db } = store;
  return [
    handle(forgotPassword, async ({ body: { email }, request }) => {
      if (!mail.isConfigured) return { isMailed: false };
      await request.findOrigin();
      // Behind the answer, and the same for everybody: neither its time nor that of the next one tells who has an account.
      if (mayMail(email)) void sendLink(email, request).catch(report);
      return { isMailed: true };
    }),

    handle(setPassword, async ({ body, request }) => {
      const passwordHash = await hashPassword(body.password);
      const userId = await store.transaction(async (tx) => {
        const owner = await usePasswordLink(tx, body.token, now());
        const user = await findUser(tx, owner);
        const { emailVerifiedAt } = user;
        // What is refused leaves the link as it was.
        await refuseWeak(body.password, { email: user.email, names: [user.firstName, user.lastName] });
        // The link went to their address, or the operator gave it to them.
        if (emailVerifiedAt === null) await noteProvedAddress(tx, { userId: owner, now: now() });
        await changePassword(tx, { userId: owner, passwordHash, now: now() });
        return owner;
      });
      await audit.record(describeSignIn("passwordSet", { userId, request }));
      const { email } = await findUser(db, userId);
      tellSecurity(log, "password set by link", { address: request.address, account: email });
      return { email };
    }),

    handle(updatePassword, async ({ caller, body, request }) => {
      const { userId, sessionId } = caller;
      const { currentPassword } = body;
      const user = await requireProof({ db, limits, now, log }, { caller, request, currentPassword });
      await refuseWeak(body.password, { email: user.email, names: [user.firstName, user.lastName] });
      const passwordHash = await hashPassword(body.password);
      await store.transaction((tx) =>
        changePassword(tx, { userId, passwordHash, keptSessionId: sessionId, now: now() }),
      );
      return { data: await describeUser(db, await findUser(db, userId)) };
    }),

    handle(listSessions, async ({ caller }) => {
      const rows = await db
        .selectFrom("sessions")
        .select(["id", "createdAt", "lastSeenAt", "device"])
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

    handle(endSession, async ({ caller, params, request }) => {
      const { sessionId } = params;
      const { userId } = caller;
      if (!(await sessions.has({ sessionId, userId }))) throw new AppError("not_found");
      await requireProof({ db, limits, now, log }, { caller, request });
      await sessions.end(sessionId);
      return undefined;
    }),

    handle(endOtherSessions, async ({ caller, request }) => {
      await requireProof({ db, limits, now, log }, { caller, request });
      await db
        .deleteFrom("sessions")
        .where("userId", "=", caller.userId)
        .where("id", "!=", caller.sessionId)
        .execute();
      return undefined;
    }),
  ];

  /** Repeated requests for another person's link don't fill their mailbox, and the newest link stays valid. */
  function mayMail(email: string): boolean {
    try {
      limits.take("forgotPassword", email);
      return true;
    } catch {
      return false;
    }
  }

  async function sendLink(email: string, request: RequestFacts): Promise<void> {
    const user = await findUserByEmail(db, email);
    const origin = await request.findOrigin();
    await store.transaction(async (tx) => {
      const token = await putPasswordLink(tx, user?.id ?? nobody, now());
      const url = `${origin}/auth/set-password?token=${token}`;
      const letter = writeLetter("password", { to: email, language: letterLanguage(user, request) }, { url });
      await (user ? mail.post(tx, letter) : mail.pretend(tx, letter));
    });
  }
}
