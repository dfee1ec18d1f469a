import { createHash } from "node:crypto";
import { maxPushDevices } from "../../../shared/domain/push.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { newId } from "../../database/ids.ts";
import type { Db, Tx } from "../../database/store.ts";
import { beginNow } from "../../live/positions.ts";
import { pushFollower, subscriptionPurpose } from "./deps.ts";
import type { PushDeps, Subscription } from "./deps.ts";
import type { MemberKey } from "../settings.ts";
import type { PushDeviceRow } from "./tables.ts";

export interface NewDevice extends MemberKey {
  sessionId: string;
  subscription: Subscription;
  device: string | null;
}

/**
 * Has a browser told from now on. It is its session's only one, and nobody else's: the browser's previous user has
 * signed out of it, or does so now.
 */
export async function addDevice(
  { seal, now }: Pick<PushDeps, "seal" | "now">,
  tx: Tx,
  { organizationId, userId, sessionId, subscription, device }: NewDevice,
): Promise<void> {
  const endpointHash = createHash("sha256").update(subscription.endpoint).digest("hex");
  const isFirst = !(await tx
    .selectFrom("pushDevices")
    .select("id")
    .where("organizationId", "=", organizationId)
    .limit(1)
    .executeTakeFirst());
  await tx
    .deleteFrom("pushDevices")
    .where("endpointHash", "=", endpointHash)
    .where("sessionId", "!=", sessionId)
    .execute();
  await tx
    .deleteFrom("pushDevices")
    .where("organizationId", "=", organizationId)
    .where("sessionId", "=", sessionId)
    .execute();
  const others = await listDevices(tx, { organizationId, userId });
  if (others.length >= maxPushDevices) {
    const message = `You have ${maxPushDevices} devices with notifications. Remove one that you don't use.`;
    throw new AppError("invalid_input", { message });
  }
  const at = now();
  await tx
    .insertInto("pushDevices")
    .values({
      ...{ organizationId, id: newId(at), userId, sessionId, endpointHash, device },
      sealedSubscription: seal.seal(JSON.stringify(subscription), subscriptionPurpose),
      createdAt: at,
      lastSentAt: null,
    })
    .execute();
  // What happened before the first device is told to nobody.
  if (isFirst) await beginNow(tx, { organizationId, follower: pushFollower, subscriberId: "" });
}

/** Somebody's devices in an organization whose sessions continue, the newest first. */
export async function listDevices(db: Db, { organizationId, userId }: MemberKey): Promise<PushDeviceRow[]> {
  return db
    .selectFrom("pushDevices")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Ends a device of somebody's own; everybody else's is `not_found`. */
export async function removeDevice(
  db: Db,
  { organizationId, userId, deviceId }: MemberKey & { deviceId: string },
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("pushDevices")
    .where("organizationId", "=", organizationId)
    .where("id", "=", deviceId)
    .where("userId", "=", userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError("not_found");
}

/** Ends all that somebody has in an organization, in the transaction that ends their membership. */
export async function forgetMember(tx: Tx, { organizationId, userId }: MemberKey): Promise<void> {
  for (const table of ["pushDevices", "pushSettings", "threadLooks", "mutedThreads"] as const) {
    await tx
      .deleteFrom(table)
      .where("organizationId", "=", organizationId)
      .where("userId", "=", userId)
      .execute();
  }
}
