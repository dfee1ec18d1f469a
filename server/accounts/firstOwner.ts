import { timingSafeEqual } from "node:crypto";
import { AppError } from "../../shared/errors/errors.ts";
import type { Db, Tx } from "../database/store.ts";
import type { UserRow } from "./tables.ts";
import { insertUser } from "./users.ts";

const doneKey = "firstOwner";

/** Whether nobody has an account yet. */
export async function isOwnerNeeded(db: Db): Promise<boolean> {
  const row = await db.selectFrom("installation").select("key").where("key", "=", doneKey).executeTakeFirst();
  return row === undefined;
}

/** Whether this person made the installation's first account. */
export async function isFirstOwner(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("installation")
    .select("key")
    .where("key", "=", doneKey)
    .where("value", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Writes the first owner; `setup_closed` for everybody after the first. The row that says so is never deleted: of two who
 * come at once the database lets one write it, and no removal of users opens registration again.
 */
export async function insertFirstOwner(tx: Tx, user: UserRow): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("installation")
    .values({ key: doneKey, value: user.id, createdAt: user.createdAt })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) throw new AppError("setup_closed");
  await insertUser(tx, user);
}

/**
 * Refuses everybody who has not read the set-up link in the server's log: else the first stranger to find a fresh server
 * would own it. What comes from this machine is no exception: behind a proxy on it everything does.
 */
export function refuseStranger(given: string, setupToken: string): void {
  const [one, other] = [Buffer.from(given), Buffer.from(setupToken)];
  if (one.length === other.length && timingSafeEqual(one, other)) return;
  throw new AppError("setup_link_needed");
}
