import {
  changeEmail,
  confirmEmail,
  keepEmail,
  resendEmailCode,
} from "../../shared/contract/accounts/profile.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { isUniqueViolation } from "../database/faults.ts";
import type { Store, Tx } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import type { RequestFacts, Route } from "../requests/handle.ts";
import type { Limits } from "../requests/limits.ts";
import type { Log } from "../requests/log.ts";
import { writeLetter } from "../mail/letters.ts";
import type { Mail } from "../mail/mail.ts";
import { letterLanguage } from "./letterLanguage.ts";
import type { MadeCode, MailedCodes } from "./mailedCodes.ts";
import { requireProof } from "./proof.ts";
import type { UserRow } from "./tables.ts";
import { findUser, findUserByEmail } from "./users.ts";
import type { Profile } from "../../shared/contract/accounts/accounts.ts";

/** Gives a user's profile as they see it. */
export type DescribeProfile = (userId: string) => Promise<Profile>;

export interface EmailDeps {
  store: Store;
  mail: Mail;
  limits: Limits;
  codes: MailedCodes;
  describeProfile: DescribeProfile;
  log: Pick<Log, "warn" | "info">;
  now: () => number;
  report: (error: unknown) => void;
}

/** Under this the code for a user's new address is kept. */
export function emailKey(userId: string): string {
  return `email ${userId}`;
}

/** The calls by which a user's address changes. */
export function emailRoutes(deps: EmailDeps): Route[] {
  const { store, mail, limits, codes, describeProfile, now, log, report } = deps;
  const { db } = store;

  /** Behind the answer, so that its time does not tell who else has an account. */
  function postBehind(user: UserRow, { code, sent: { email: to } }: MadeCode, request: RequestFacts): void {
    const post = async () => {
      const owner = await findUserByEmail(db, to);
      const isTaken = owner !== undefined && owner.id !== user.id;
      const addressee = { to, language: letterLanguage(isTaken ? owner : user, request) };
      const letter = isTaken
        ? writeLetter("usedEmail", addressee)
        : writeLetter("newEmail", addressee, { code });
      await store.transaction((tx) => mail.post(tx, letter));
    };
    void post().catch(report);
  }

  return [
    handle(changeEmail, async ({ caller, body: { email, currentPassword }, request }) => {
      const { userId } = caller;
      const proof = { caller, request, currentPassword, asksPassword: !mail.isConfigured };
      const user = await requireProof({ db, limits, now, log }, proof);
      if (!mail.isConfigured) {
        if (email !== user.email) {
          await store.transaction((tx) => writeEmail(tx, { userId, email, verifiedAt: null, now: now() }));
        }
        return { data: { sent: null, profile: await describeProfile(userId) } };
      }
      limits.take("signIn", `new address ${email}`);
      const made = await codes.put(db, { key: emailKey(userId), userId, email, waits: null });
      postBehind(user, made, request);
      return { data: { sent: made.sent, profile: await describeProfile(userId) } };
    }),

    handle(confirmEmail, async ({ caller: { userId }, body: { code }, request }) => {
      const giveBack = limits.take("code", userId);
      const { email } = await codes.check(emailKey(userId), code);
      const user = await findUser(db, userId);
      const addressee = { to: user.email, language: letterLanguage(user, request) };
      await store.transaction(async (tx) => {
        await codes.use(tx, emailKey(userId));
        await writeEmail(tx, { userId, email, verifiedAt: now(), now: now() });
        if (user.email !== email) await mail.post(tx, writeLetter("emailChanged", addressee, { email }));
      });
      giveBack();
      request.giveBackTry();
      return { data: await describeProfile(userId) };
    }),

    handle(resendEmailCode, async ({ caller: { userId }, request }) => {
      const made = await codes.renew(emailKey(userId));
      postBehind(await findUser(db, userId), made, request);
      return { data: made.sent };
    }),

    handle(keepEmail, async ({ caller: { userId } }) => {
      await codes.remove(db, emailKey(userId));
      return { data: await describeProfile(userId) };
    }),
  ];
}

interface NewEmail {
  userId: string;
  email: string;
  verifiedAt: number | null;
  now: number;
}

/** Links to a new password that went to the old address end with it. */
async function writeEmail(tx: Tx, { userId, email, verifiedAt, now }: NewEmail): Promise<void> {
  try {
    await tx
      .updateTable("users")
      .set({ email, emailVerifiedAt: verifiedAt, updatedAt: now })
      .where("id", "=", userId)
      .execute();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError("name_taken", { message: "This e-mail address has an account already." });
  }
  await tx.deleteFrom("passwordLinks").where("userId", "=", userId).execute();
}
