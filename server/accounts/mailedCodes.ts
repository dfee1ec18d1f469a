import { randomInt, timingSafeEqual } from "node:crypto";
import type { CodeSent } from "../../shared/contract/accounts/registration.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { Db, Tx } from "../database/store.ts";
import { hashLinkToken } from "./linkToken.ts";
import type { Seal } from "./sessions.ts";
import type { MailedCodeRow } from "./tables.ts";

const goodForMs = 15 * 60 * 1000;
const pauseMs = 60 * 1000;
/** How many wrong codes end a code, and how many codes end the whole: 25 guesses at a million. */
const triesAtMost = 5;
const sendsAtMost = 5;
/** How long it can still be told that a code has ended or was used. */
const keptMs = 24 * 60 * 60 * 1000;
const sealPurpose = "mailed-code";

export interface NewCode {
  /** Its owner: the secret of a browser, or the user. */
  key: string;
  userId: string | null;
  email: string;
  /** What is done once the code comes back. */
  waits: unknown;
}

/** A code that goes out now; the row has it sealed only. */
export interface MadeCode {
  code: string;
  sent: CodeSent;
}

export interface MailedCodes {
  /** Makes a code in the place of the one that this key had. */
  put(db: Db, wanted: NewCode): Promise<MadeCode>;
  /** Makes the next code of a key: `too_many` too soon, `code_elsewhere` where the key has none, `code_used` after it. */
  renew(key: string): Promise<MadeCode>;
  /** What waited for this code; every wrong one counts, whatever else is done at the same time. */
  check(key: string, code: string): Promise<{ email: string; waits: unknown }>;
  /** Ends the code in the transaction that does what waited for it; `code_used` for all but one. */
  use(tx: Tx, key: string): Promise<void>;
  find(key: string): Promise<CodeSent | null>;
  remove(db: Db, key: string): Promise<void>;
}

interface Sealed {
  code: string;
  waits: unknown;
}

/** Keeps the codes that were mailed, so that a copy of the database tells none. */
export function createMailedCodes({ db, seal, now }: { db: Db; seal: Seal; now: () => number }): MailedCodes {
  const write = (content: Sealed) => seal.seal(JSON.stringify(content), sealPurpose);
  const read = (row: MailedCodeRow) => JSON.parse(seal.unseal(row.sealed, sealPurpose)) as Sealed; // written by write
  const findRow = (keyHash: string) =>
    db.selectFrom("mailedCodes").selectAll().where("keyHash", "=", keyHash).executeTakeFirst();

  /** Why a key has no code that could be entered. */
  async function explain(keyHash: string): Promise<AppError> {
    const row = await findRow(keyHash);
    if (!row) return new AppError("code_elsewhere");
    return new AppError(row.usedAt === null ? "code_ended" : "code_used");
  }

  return {
    async put(within, { key, userId, email, waits }) {
      const code = makeCode();
      const at = now();
      await within
        .deleteFrom("mailedCodes")
        .where("expiresAt", "<", at - keptMs)
        .execute();
      const row = {
        ...{ userId, email, sealed: write({ code, waits }), tries: 0, sends: 1 },
        ...{ sentAt: at, expiresAt: at + goodForMs, usedAt: null },
      };
      await within
        .insertInto("mailedCodes")
        .values({ ...row, keyHash: hashLinkToken(key) })
        .onConflict((conflict) => conflict.column("keyHash").doUpdateSet(row))
        .execute();
      return { code, sent: describe(row) };
    },

    async renew(key) {
      const keyHash = hashLinkToken(key);
      const row = await findRow(keyHash);
      if (!row || row.usedAt !== null) throw await explain(keyHash);
      const at = now();
      const waitMs = row.sentAt + pauseMs - at;
      if (waitMs > 0) throw new AppError("too_many", { retryAfterSeconds: Math.ceil(waitMs / 1000) });
      if (row.sends >= sendsAtMost) {
        const message = "Too many codes were sent. Start again.";
        throw new AppError("code_ended", { message });
      }
      const code = makeCode();
      const sealed = write({ ...read(row), code });
      const fresh = { sealed, tries: 0, sends: row.sends + 1, sentAt: at, expiresAt: at + goodForMs };
      const { numUpdatedRows } = await db
        .updateTable("mailedCodes")
        .set(fresh)
        .where("keyHash", "=", keyHash)
        .where("sends", "=", row.sends)
        .where("usedAt", "is", null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new AppError("too_many", { retryAfterSeconds: pauseMs / 1000 });
      return { code, sent: describe({ ...row, ...fresh }) };
    },

    async check(key, code) {
      const keyHash = hashLinkToken(key);
      const row = await db
        .updateTable("mailedCodes")
        .set((eb) => ({ tries: eb("tries", "+", 1) }))
        .where("keyHash", "=", keyHash)
        .where("usedAt", "is", null)
        .where("tries", "<", triesAtMost)
        .where("expiresAt", ">", now())
        .returningAll()
        .executeTakeFirst();
      if (!row) throw await explain(keyHash);
      const { code: right, waits } = read(row);
      if (isSame(code, right)) return { email: row.email, waits };
      throw new AppError(row.tries < triesAtMost ? "code_wrong" : "code_ended");
    },

    async use(tx, key) {
      const { numUpdatedRows } = await tx
        .updateTable("mailedCodes")
        .set({ usedAt: now() })
        .where("keyHash", "=", hashLinkToken(key))
        .where("usedAt", "is", null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new AppError("code_used");
    },

    async find(key) {
      const row = await findRow(hashLinkToken(key));
      return row && row.usedAt === null && row.expiresAt > now() ? describe(row) : null;
    },

    async remove(within, key) {
      await within.deleteFrom("mailedCodes").where("keyHash", "=", hashLinkToken(key)).execute();
    },
  };
}

/** Six digits, as people read them off a mail. */
function makeCode(): string {
  return String(randomInt(1_000_000)).padStart(6, "0");
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function describe({ email, sentAt, expiresAt }: Pick<MailedCodeRow, "email" | "sentAt" | "expiresAt">) {
  return { email, resendAt: sentAt + pauseMs, expiresAt };
}
