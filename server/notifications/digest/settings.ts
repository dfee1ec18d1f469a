import type { DigestState } from "../../../shared/contract/notifications/digest.ts";
import { digestTime } from "../../../shared/domain/digest.ts";
import type { DigestRhythm } from "../../../shared/domain/digest.ts";
import { findNextSync } from "../../../shared/domain/syncSchedule.ts";
import type {} from "../../accounts/tables.ts";
import type { Db, Tx } from "../../database/store.ts";
import type { MemberKey } from "../settings.ts";
import type { DigestRow } from "./tables.ts";

/** Gives when the next letter is due, by the clocks of a zone. */
export function findNextDigest({ every, timeZone }: Pick<DigestRow, "every" | "timeZone">, after: number) {
  const at = { at: digestTime, timeZone };
  return findNextSync(
    every === "day" ? { every: "daily", ...at } : { every: "weekly", weekday: 1, ...at },
    after,
  );
}

/**
 * Gives how often somebody gets a letter: never, until they say so. Where they are in another zone since, the new zone
 * applies immediately; the row follows at the next check.
 */
export async function readDigest(db: Db, member: MemberKey, now: number): Promise<DigestState> {
  const { organizationId, userId } = member;
  const row = await db
    .selectFrom("digests")
    .select(["every", "nextAt", "timeZone"])
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .executeTakeFirst();
  const timeZone = await readZone(db, member);
  if (!row) return { every: "never", nextAt: null, timeZone };
  if (row.timeZone === timeZone) return row;
  return { ...row, timeZone, nextAt: findNextDigest({ ...row, timeZone }, now) };
}

/** Gives the zone whose clocks somebody's letters go by: their own, else the organization's. */
async function readZone(db: Db, { organizationId, userId }: MemberKey): Promise<string> {
  const { timeZone } = await db
    .selectFrom("users")
    .innerJoin("organizations", (join) => join.on("organizations.id", "=", organizationId))
    .select(({ fn }) => fn.coalesce("users.timeZone", "organizations.timeZone").as("timeZone"))
    .where("users.id", "=", userId)
    .executeTakeFirstOrThrow();
  return timeZone;
}

interface NewDigest extends MemberKey {
  every: DigestRhythm;
  now: number;
}

/** Says how often somebody gets a letter, from the next time that it is 8:00 there. */
export async function writeDigest(tx: Tx, { organizationId, userId, every, now }: NewDigest): Promise<void> {
  if (every === "never") return forgetDigest(tx, { organizationId, userId });
  const timeZone = await readZone(tx, { organizationId, userId });
  const values = { every, timeZone, nextAt: findNextDigest({ every, timeZone }, now) };
  await tx
    .insertInto("digests")
    .values({ organizationId, userId, ...values })
    .onConflict((row) => row.columns(["organizationId", "userId"]).doUpdateSet(values))
    .execute();
}

/** Ends somebody's letters. */
export async function forgetDigest(db: Db, { organizationId, userId }: MemberKey): Promise<void> {
  await db
    .deleteFrom("digests")
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .execute();
}
