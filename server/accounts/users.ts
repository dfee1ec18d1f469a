import { isUniqueViolation } from "../database/faults.ts";
import { newId } from "../database/ids.ts";
import type { Db } from "../database/store.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { hashPassword } from "./passwords.ts";
import type { UserRow } from "./tables.ts";

export interface NewUser {
  email: string;
  firstName: string;
  lastName: string;
  /** Null for who signs in by a provider. */
  password: string | null;
  /** Whether it is known that the address is theirs: by an invitation, a code, a provider, or the operator's word. */
  isVerified: boolean;
}

/** Gives the row of a new user. Hashing takes its time, so it is done before any transaction. */
export async function prepareUser({ password, isVerified, ...user }: NewUser, now: number): Promise<UserRow> {
  return {
    ...user,
    id: newId(now),
    email: user.email.trim().toLowerCase(),
    pictureUrl: null,
    passwordHash: password === null ? null : await hashPassword(password),
    emailVerifiedAt: isVerified ? now : null,
    isSuperAdmin: 0,
    ...{ timeZone: null, dateFormat: null, language: null, mailsOnAccept: 1 },
    createdAt: now,
    updatedAt: now,
  };
}

/** Writes a new user; `name_taken` where the e-mail address has an account. */
export async function insertUser(db: Db, row: UserRow): Promise<void> {
  try {
    await db.insertInto("users").values(row).execute();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError("name_taken", { message: "This e-mail address has an account already." });
  }
}

/** The user of an e-mail address, which the contract has made lower case. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
}

/** The user of a session that request handling has let in. */
export async function findUser(db: Db, userId: string): Promise<UserRow> {
  return db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirstOrThrow();
}
