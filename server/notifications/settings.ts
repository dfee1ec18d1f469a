import { pushKinds } from "../../shared/domain/push.ts";
import type { PushKind } from "../../shared/domain/push.ts";
import type { QuietHours } from "../../shared/domain/quietHours.ts";
import type {} from "../accounts/tables.ts";
import type { Db } from "../database/store.ts";
import type { PushSettingsRow } from "./push/tables.ts";

/** Somebody in an organization. */
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
export async function readPushSettings(db: Db, member: MemberKey): Promise<PushSettings> {
  const { timeZone, ...settings } = await readBoth(db, member);
  const { quietHours } = settings;
  return {
    ...settings,
    quietHours: quietHours && { ...quietHours, timeZone: timeZone ?? quietHours.timeZone },
  };
}

/** Gives the same as they said it, to be written again with a change: their quiet hours in the zone that came with these. */
export async function readSaidSettings(db: Db, member: MemberKey): Promise<PushSettings> {
  const { kinds, hidesText, quietHours } = await readBoth(db, member);
  return { kinds, hidesText, quietHours };
}

async function readBoth(
  db: Db,
  { organizationId, userId }: MemberKey,
): Promise<PushSettings & { timeZone: string | null }> {
  const row = await db
    .selectFrom("pushSettings")
    .innerJoin("users", "users.id", "pushSettings.userId")
    .selectAll("pushSettings")
    .select("users.timeZone")
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .executeTakeFirst();
  return row
    ? { ...readRow(row), timeZone: row.timeZone }
    : { kinds: [...pushKinds], hidesText: false, quietHours: null, timeZone: null };
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

function readRow({ kinds, hidesText, quietHours }: PushSettingsRow): PushSettings {
  return {
    // Written after the contract's check.
    kinds: JSON.parse(kinds) as PushKind[],
    hidesText: hidesText === 1,
    quietHours: quietHours === null ? null : (JSON.parse(quietHours) as QuietHours),
  };
}
