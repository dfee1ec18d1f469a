import { sql } from "kysely";
import type { Db, Store } from "../database/store.ts";
import { triesInOrder } from "./schedule.ts";
import type { WebhookDeliveryRow } from "./tables.ts";

/** A process that takes longer is considered dead, and others send its deliveries. */
export const leaseMs = 60_000;

export interface WebhookKey {
  organizationId: string;
  webhookId: string;
}

/** The webhooks that something is due for. */
export async function listDue(db: Db, now: number): Promise<WebhookKey[]> {
  return db
    .selectFrom("webhookDeliveries")
    .select(["organizationId", "webhookId"])
    .distinct()
    .where("state", "=", "waiting")
    .where("dueAt", "<=", now)
    .execute();
}

export interface Claim extends WebhookKey {
  owner: string;
  limit: number;
  now: number;
}

/**
 * Takes deliveries of a webhook that are due; no other process gets them then. What tells of one conversation goes out one
 * after the other: an event waits until those before it are delivered, or were tried `triesInOrder` times.
 */
export async function claimDeliveries(store: Store, claim: Claim): Promise<WebhookDeliveryRow[]> {
  const { organizationId, webhookId, owner, limit, now } = claim;
  return store.transaction(async (tx) => {
    const due = await tx
      .selectFrom("webhookDeliveries as delivery")
      .selectAll("delivery")
      .where("delivery.organizationId", "=", organizationId)
      .where("delivery.webhookId", "=", webhookId)
      .where("delivery.state", "=", "waiting")
      .where("delivery.dueAt", "<=", now)
      .where(({ or, eb }) =>
        or([eb("delivery.leaseUntil", "is", null), eb("delivery.leaseUntil", "<=", now)]),
      )
      .where(({ or, eb, not, exists, selectFrom }) =>
        or([
          eb("delivery.about", "is", null),
          eb("delivery.isAgain", "=", 1),
          not(
            exists(
              selectFrom("webhookDeliveries as earlier")
                .select(sql.lit(1).as("one"))
                .whereRef("earlier.organizationId", "=", "delivery.organizationId")
                .whereRef("earlier.webhookId", "=", "delivery.webhookId")
                .whereRef("earlier.about", "=", "delivery.about")
                .whereRef("earlier.position", "<", "delivery.position")
                .where("earlier.state", "=", "waiting")
                .where("earlier.isAgain", "=", 0)
                .where("earlier.tries", "<", triesInOrder),
            ),
          ),
        ]),
      )
      .orderBy("delivery.dueAt")
      .orderBy("delivery.position")
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    if (due.length === 0) return [];
    const leased = { owner, leaseUntil: now + leaseMs };
    await tx
      .updateTable("webhookDeliveries")
      .set(leased)
      .where("organizationId", "=", organizationId)
      .where(
        "id",
        "in",
        due.map(({ id }) => id),
      )
      .execute();
    return due.map((row) => ({ ...row, ...leased }));
  });
}

/** Frees what a process that is known to be dead was sending: on SQLite every other one, since this one has the folder. */
export async function takeBackAll(store: Store): Promise<void> {
  await store.db
    .updateTable("webhookDeliveries")
    .set({ owner: null, leaseUntil: null })
    .where("leaseUntil", "is not", null)
    .execute();
}

/** Gives back what was claimed and not sent. */
export async function giveBack(
  store: Store,
  { organizationId, id, owner }: WebhookDeliveryRow,
): Promise<void> {
  await store.db
    .updateTable("webhookDeliveries")
    .set({ owner: null, leaseUntil: null })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("owner", "=", owner)
    .execute();
}
