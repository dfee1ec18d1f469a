import { AppError } from "../../shared/errors/errors.ts";
import type { SignInAnswer } from "../../shared/contract/accounts/signIn.ts";
import type { Store } from "../database/store.ts";
import { hashLinkToken, makeLinkToken } from "./linkToken.ts";
import { isSecondFactorOn } from "./secondFactor.ts";
import type { Seal } from "./sessions.ts";
import type { ProviderSession } from "./sessions.ts";

export interface SignInOptions {
  /** The provider that vouched for them, whose own session is ended with ours. */
  provider?: ProviderSession;
}

const goodForMs = 10 * 60 * 1000;
const triesAtMost = 5;
const sealPurpose = "pending-sign-in";

type SecondFactorNeeded = Exclude<SignInAnswer, { user: unknown }>;

/** A user who has passed one factor, and must pass the other. */
export interface PendingSignIns {
  /** Begins to wait for somebody's second factor, where they have one. */
  putIfNeeded(userId: string, options: SignInOptions): Promise<SecondFactorNeeded | null>;
  /** Counts a try; `sign_in_again` for a token that is unknown, used, too old or tried too often. */
  take(token: string): Promise<{ userId: string; options: SignInOptions }>;
  /** Ends a token; false if another request just did. */
  end(token: string): Promise<boolean>;
}

export function createPendingSignIns({
  store: { db },
  seal,
  now,
}: {
  store: Store;
  seal: Seal;
  now: () => number;
}): PendingSignIns {
  return {
    async putIfNeeded(userId, options) {
      if (!(await isSecondFactorOn(db, userId))) return null;
      const { token, tokenHash } = makeLinkToken();
      const expiresAt = now() + goodForMs;
      await db.deleteFrom("pendingSignIns").where("expiresAt", "<", now()).execute();
      const sealed = seal.seal(JSON.stringify(options), sealPurpose);
      await db
        .insertInto("pendingSignIns")
        .values({ tokenHash, userId, sealed, tries: 0, expiresAt })
        .execute();
      return { status: "second_factor_needed", token, expiresAt };
    },
    async take(token) {
      const row = await db
        .updateTable("pendingSignIns")
        .set((eb) => ({ tries: eb("tries", "+", 1) }))
        .where("tokenHash", "=", hashLinkToken(token))
        .where("tries", "<", triesAtMost)
        .where("expiresAt", ">", now())
        .returningAll()
        .executeTakeFirst();
      if (!row) throw new AppError("sign_in_again");
      const options = JSON.parse(seal.unseal(row.sealed, sealPurpose)) as SignInOptions; // written by putIfNeeded
      return { userId: row.userId, options };
    },
    async end(token) {
      const { numDeletedRows } = await db
        .deleteFrom("pendingSignIns")
        .where("tokenHash", "=", hashLinkToken(token))
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
