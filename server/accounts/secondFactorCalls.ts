import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  loginWithSecondFactor,
  proveIdentity,
  renewRecoveryCodes,
} from "../../shared/contract/accounts/secondFactor.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { Store } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import type { RequestFacts, Route } from "../requests/handle.ts";
import type { Limits } from "../requests/limits.ts";
import type { Log } from "../requests/log.ts";
import { writeLetter } from "../mail/letters.ts";
import type { Mail } from "../mail/mail.ts";
import type { Audit } from "./audit.ts";
import { letterLanguage } from "./letterLanguage.ts";
import type { PendingSignIns } from "./pendingSignIns.ts";
import { requireProof } from "./proof.ts";
import { removeSecondFactor } from "./secondFactor.ts";
import type { SecondFactor } from "./secondFactor.ts";
import type { OpenSession } from "./signIn.ts";
import { describeSignIn } from "./signInActions.ts";
import { tellSecurity } from "./signInTries.ts";
import { findUser } from "./users.ts";

export interface SecondFactorDeps {
  store: Store;
  mail: Mail;
  limits: Limits;
  secondFactor: SecondFactor;
  pending: PendingSignIns;
  openSession: OpenSession;
  audit: Pick<Audit, "record">;
  log: Pick<Log, "warn" | "info">;
  now: () => number;
}

/** The calls on a user's second factor. */
export function secondFactorRoutes(deps: SecondFactorDeps): Route[] {
  const { store, mail, limits, secondFactor, pending, openSession, audit, log, now } = deps;
  const { db } = store;

  /** Counts the tries at one user's codes, from however many addresses; those that were right count for nothing. */
  async function counted<Result>(
    { userId, request }: { userId: string; request: RequestFacts },
    work: () => Promise<Result>,
  ): Promise<Result> {
    const giveBack = limits.take("code", userId);
    const result = await work().catch(async (thrown: unknown) => {
      if (thrown instanceof AppError && thrown.code === "code_wrong") {
        const { email: account } = await findUser(db, userId);
        tellSecurity(log, "second factor failed", { address: request.address, account });
        await audit.record(describeSignIn("secondFactorFailed", { userId, request }));
      }
      throw thrown;
    });
    giveBack();
    request.giveBackTry();
    return result;
  }

  async function tell(userId: string, what: "secondFactorOn" | "secondFactorOff", request: RequestFacts) {
    const user = await findUser(db, userId);
    const letter = writeLetter(what, { to: user.email, language: letterLanguage(user, request) });
    await store.transaction((tx) => mail.post(tx, letter));
  }

  return [
    handle(loginWithSecondFactor, async ({ body: { token, code }, request }) => {
      const { userId, options } = await pending.take(token);
      await counted({ userId, request }, () => secondFactor.pass(userId, code));
      if (!(await pending.end(token))) throw new AppError("sign_in_again");
      return openSession(request, await findUser(db, userId), options);
    }),

    handle(beginSecondFactor, async ({ caller, body: { currentPassword }, request }) => {
      const user = await requireProof({ db, limits, now, log }, { caller, request, currentPassword });
      request.giveBackTry();
      return { data: await secondFactor.begin(user) };
    }),

    handle(enableSecondFactor, async ({ caller: { userId }, body: { code }, request }) => {
      const recoveryCodes = await counted({ userId, request }, () => secondFactor.enable(userId, code));
      await tell(userId, "secondFactorOn", request);
      return { data: { recoveryCodes } };
    }),

    handle(proveIdentity, async ({ caller, body: { currentPassword, code }, request }) => {
      const { userId, sessionId } = caller;
      if (code !== undefined) await counted({ userId, request }, () => secondFactor.pass(userId, code));
      else if (currentPassword === undefined) throw new AppError("password_needed");
      else await requireProof({ db, limits, now, log }, { caller, request, currentPassword });
      await db.updateTable("sessions").set({ provedAt: now() }).where("id", "=", sessionId).execute();
      return undefined;
    }),

    handle(disableSecondFactor, async ({ caller: { userId }, body: { code }, request }) => {
      await counted({ userId, request }, () => secondFactor.pass(userId, code));
      await store.transaction((tx) => removeSecondFactor(tx, userId));
      await tell(userId, "secondFactorOff", request);
      return undefined;
    }),

    handle(renewRecoveryCodes, async ({ caller: { userId }, body: { code }, request }) => {
      await counted({ userId, request }, () => secondFactor.pass(userId, code));
      return { data: { recoveryCodes: await secondFactor.renewCodes(userId) } };
    }),
  ];
}
