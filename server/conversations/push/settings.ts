import { pushKinds } from "../../../shared/domain/push.ts";
import type { PushKind } from "../../../shared/domain/push.ts";
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
}

/** Gives what somebody wants to be told of: everything, until they say something else. */
export async function readPushSettings(db: Db, { organizationId, userId }: MemberKey): Promise<PushSettings> {
  const row = await db
    .selectFrom("pushSettings")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .executeTakeFirst();
  return row ? readRow(row) : { kinds: [...pushKinds], hidesText: false };
}

export async function writePushSettings(
  db: Db,
  { organizationId, userId }: MemberKey,
  { kinds, hidesText }: PushSettings,
): Promise<void> {
  const values = { kinds: JSON.stringify([...new Set(kinds)]), hidesText: hidesText ? 1 : 0 };
  await db
    .insertInto("pushSettings")
    .values({ organizationId, userId, ...values })
    .onConflict((row) => row.columns(["organizationId", "userId"]).doUpdateSet(values))
    .execute();
}

function readRow({ kinds, hidesText }: PushSettingsRow): PushSettings {
  return { kinds: JSON.parse(kinds) as PushKind[], hidesText: hidesText === 1 }; // written after the contract's check
}
