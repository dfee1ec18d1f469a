import { pushKinds } from "../../../shared/domain/push.ts";
import type { PushKind } from "../../../shared/domain/push.ts";
import type { QuietHours } from "../../../shared/domain/quietHours.ts";
import type {} from "../../accounts/tables.ts";
import type { Db } from "../../database/store.ts";
import type { PushSettingsRow } from "./tables.ts";

/** Somebody in an organisation. */
export interface MemberKey {
  organizationId: string;
  userId: string;
}

export interface PushSettings {
  kinds: PushKind[];
  hidesText: boolean;
  /** By the clocks of their profile's zone, where that names one. */
  quietHours: QuietHours | null;
}

/** Gives what somebody wants to be told of: everything at any time, until they say something else. */
export async function readPushSettings(db: Db, { organizationId, userId }: MemberKey): Promise<PushSettings> {
  const row = await db
    .selectFrom("pushSettings")
    .innerJoin("users", "users.id", "pushSettings.userId")
    .selectAll("pushSettings")
    .select("users.timeZone")
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .executeTakeFirst();
  return row ? readRow(row) : { kinds: [...pushKinds], hidesText: false, quietHours: null };
}

export async function writePushSettings(
  db: Db,
  { organizationId, userId }: MemberKey,
  { kinds, hidesText, quietHours }: PushSettings,
): Promise<void> {
  const values = {
    kinds: JSON.stringify([...new Set(kinds)]),
    hidesText: hidesText ? 1 : 0,
    quietHours: quietHours && JSON.stringify(quietHours),
  };
  await db
    .insertInto("pushSettings")
    .values({ organizationId, userId, ...values })
    .onConflict((row) => row.columns(["organizationId", "userId"]).doUpdateSet(values))
    .execute();
}

function readRow({ timeZone, ...row }: PushSettingsRow & { timeZone: string | null }): PushSettings {
  // Written after the contract's check.
  const kinds = JSON.parse(row.kinds) as PushKind[];
  const quietHours = row.quietHours === null ? null : (JSON.parse(row.quietHours) as QuietHours);
  return {
    kinds,
    hidesText: row.hidesText === 1,
    quietHours: quietHours && { ...quietHours, ...(timeZone !== null && { timeZone }) },
  };
}
