import type { Store } from "../database/store.ts";

/** Long enough for who asks how something came out, and no longer: what a job was given may be about people. */
export const keptForMs = 7 * 24 * 60 * 60_000;
const removedAtOnce = 500;

/** Removes jobs that ended long ago, in short steps, until none is left or `goesOn` says no. */
export async function removeEnded(
  { db }: Pick<Store, "db">,
  { now, goesOn }: { now: number; goesOn: () => boolean },
): Promise<void> {
  let hasMore = true;
  while (hasMore && goesOn()) {
    const rows = await db
      .selectFrom("jobs")
      .select("id")
      .where("endedAt", "<=", now - keptForMs)
      .orderBy("endedAt")
      .limit(removedAtOnce)
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await db.deleteFrom("jobs").where("id", "in", ids).execute();
    hasMore = ids.length === removedAtOnce;
  }
}
