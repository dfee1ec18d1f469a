import { lookingShownMs } from "../../../shared/domain/looking.ts";
import type { Db } from "../../database/store.ts";
import { listDevices } from "./devices.ts";
import type { MemberKey } from "../settings.ts";

type Look = MemberKey & { threadId: string };

/** Notes that somebody looks at a conversation, for a while or until they say that they don't; only of who has a device. */
export async function noteLook(
  db: Db,
  { organizationId, threadId, userId, isLooking, now }: Look & { isLooking: boolean; now: number },
): Promise<void> {
  if ((await listDevices(db, { organizationId, userId })).length === 0) return;
  // One that ended holds no longer than one that was forgotten, and a repeat of either changes nothing.
  const until = isLooking ? now + lookingShownMs : 0;
  await db
    .insertInto("threadLooks")
    .values({ organizationId, threadId, userId, until })
    .onConflict((row) => row.columns(["organizationId", "threadId", "userId"]).doUpdateSet({ until }))
    .execute();
}

export async function isLookedAt(
  db: Db,
  { organizationId, threadId, userId, now }: Look & { now: number },
): Promise<boolean> {
  const row = await db
    .selectFrom("threadLooks")
    .select("until")
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("userId", "=", userId)
    .where("until", ">", now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes away what holds no longer. */
export async function removeOldLooks(db: Db, now: number): Promise<void> {
  await db.deleteFrom("threadLooks").where("until", "<=", now).execute();
}
