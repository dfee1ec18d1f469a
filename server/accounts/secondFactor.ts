import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { brandName } from "../../shared/domain/product.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { Db, Store, Tx } from "../database/store.ts";
import type { Seal } from "./sessions.ts";
import type { SecondFactorRow } from "./tables.ts";

/** What every app for such codes knows (RFC 6238). */
const periodSeconds = 30;
const digits = 6;
/** A clock may be half a minute off. */
const stepsAround = 1;
/** How long the secret is shown before it must have given a code. */
const setUpMs = 15 * 60 * 1000;
const recoveryCodeCount = 10;
export const sealPurpose = "second-factor";

interface Deps {
  store: Store;
  seal: Seal;
  now: () => number;
}

export interface SecondFactor {
  /** Makes a secret that waits for its first code; `conflict` where one holds already. */
  begin(user: { id: string; email: string }): Promise<{ secret: string; uri: string }>;
  /** Turns it on by the first right code and gives the recovery codes. */
  enable(userId: string, code: string): Promise<string[]>;
  /** Passes a code of the app or a recovery code, each once; throws `code_wrong` else. */
  pass(userId: string, code: string): Promise<void>;
  renewCodes(userId: string): Promise<string[]>;
}

/** Codes of an app beside the password, and recovery codes for who has lost it. */
export function createSecondFactor({ store, seal, now }: Deps): SecondFactor {
  const { db } = store;

  async function findRow(userId: string): Promise<SecondFactorRow | undefined> {
    return db.selectFrom("secondFactors").selectAll().where("userId", "=", userId).executeTakeFirst();
  }

  /** Gives the half minute that a code is of, if it is near. */
  function findStep(row: SecondFactorRow, code: string): number | null {
    const secret = seal.unseal(row.sealedSecret, sealPurpose);
    const delta = makeTotp(secret).validate({ token: code, timestamp: now(), window: stepsAround });
    return delta === null ? null : Math.floor(now() / 1000 / periodSeconds) + delta;
  }

  return {
    async begin({ id: userId, email }) {
      const { base32: secret } = new Secret({ size: 20 });
      const sealedSecret = seal.seal(secret, sealPurpose);
      const fresh = { sealedSecret, lastStep: 0, createdAt: now(), enabledAt: null };
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("secondFactors")
        .values({ ...fresh, userId })
        .onConflict((conflict) =>
          conflict.column("userId").doUpdateSet(fresh).where("secondFactors.enabledAt", "is", null),
        )
        .executeTakeFirstOrThrow();
      if (!numInsertedOrUpdatedRows) throw new AppError("conflict", { message: "It is on already." });
      return { secret, uri: makeTotp(secret, email).toString() };
    },

    async enable(userId, code) {
      const row = await findRow(userId);
      if (row && row.enabledAt !== null) throw new AppError("conflict", { message: "It is on already." });
      if (!row || row.createdAt + setUpMs < now()) throw new AppError("code_ended");
      const step = findStep(row, code);
      if (step === null) throw new AppError("code_wrong");
      return store.transaction(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable("secondFactors")
          .set({ enabledAt: now(), lastStep: step })
          .where("userId", "=", userId)
          .where("sealedSecret", "=", row.sealedSecret)
          .where("enabledAt", "is", null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new AppError("conflict", { message: "It is on already." });
        return writeCodes(tx, userId);
      });
    },

    async pass(userId, code) {
      if (!/^\d{6}$/.test(code)) return useRecoveryCode(db, userId, code);
      const row = await findRow(userId);
      const step = row && row.enabledAt !== null ? findStep(row, code) : null;
      if (step === null) throw new AppError("code_wrong");
      // The database lets one of several have a step, and none an older one.
      const { numUpdatedRows } = await db
        .updateTable("secondFactors")
        .set({ lastStep: step })
        .where("userId", "=", userId)
        .where("lastStep", "<", step)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) return;
      const message = "This code was used already. Wait for the next one.";
      throw new AppError("code_wrong", { message });
    },

    renewCodes: (userId) => store.transaction((tx) => writeCodes(tx, userId)),
  };
}

/** Whether somebody is asked for a code when they sign in. */
export async function isSecondFactorOn(db: Db, userId: string): Promise<boolean> {
  return (await describeSecondFactor(db, userId)) !== null;
}

/** Since when, and how many recovery codes are left; null where it is off. */
export async function describeSecondFactor(db: Db, userId: string) {
  const row = await db
    .selectFrom("secondFactors")
    .select("enabledAt")
    .where("userId", "=", userId)
    .executeTakeFirst();
  if (!row || row.enabledAt === null) return null;
  const codes = await db
    .selectFrom("recoveryCodes")
    .select("codeHash")
    .where("userId", "=", userId)
    .execute();
  return { enabledAt: row.enabledAt, recoveryCodesLeft: codes.length };
}

/** Turns it off; gives whether it was on. */
export async function removeSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  await tx.deleteFrom("recoveryCodes").where("userId", "=", userId).execute();
  await tx.deleteFrom("pendingSignIns").where("userId", "=", userId).execute();
  const { numDeletedRows } = await tx
    .deleteFrom("secondFactors")
    .where("userId", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

function makeTotp(secret: string, label = ""): TOTP {
  const shown = { issuer: brandName, label };
  return new TOTP({ ...shown, secret: Secret.fromBase32(secret), digits, period: periodSeconds });
}

async function writeCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, makeRecoveryCode);
  await tx.deleteFrom("recoveryCodes").where("userId", "=", userId).execute();
  const rows = codes.map((code) => ({ userId, codeHash: hashCode(userId, code) }));
  await tx.insertInto("recoveryCodes").values(rows).execute();
  return codes;
}

async function useRecoveryCode(db: Db, userId: string, code: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("recoveryCodes")
    .where("userId", "=", userId)
    .where("codeHash", "=", hashCode(userId, code))
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError("code_wrong");
}

/** No letter that is taken for another or a digit. */
const letters = "abcdefghjkmnpqrstuvwxyz23456789";

/** Letters of 31, in fours: 118 bits, so that a plain hash keeps them (ASVS 6.5.2 asks for 112). */
const recoveryCodeLength = 24;

function makeRecoveryCode(): string {
  const picked: string[] = [];
  while (picked.length < recoveryCodeLength) {
    for (const byte of randomBytes(2 * recoveryCodeLength)) {
      const letter = byte < letters.length * 8 ? letters[byte % letters.length] : undefined;
      if (letter !== undefined && picked.length < recoveryCodeLength) picked.push(letter);
    }
  }
  return picked.join("").replace(/.{4}(?=.)/g, "$&-");
}

/** As it is typed or shown, with hyphens or without. */
function hashCode(userId: string, code: string): string {
  return createHash("sha256")
    .update(`${userId}:${code.replaceAll("-", "")}`)
    .digest("base64url");
}
