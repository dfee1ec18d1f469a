import { deliveriesKept, deliveriesKeptForMs, eventsOfIds } from "../../shared/domain/webhooks.ts";
import type { Store, Tx } from "../database/store.ts";
import type { Scheduler } from "../timing/scheduler.ts";
import type { AgentKey } from "../agents/parts.ts";

const everyMs = 60 * 60 * 1000;
/** Few at a time, so that on SQLite nobody waits long for the writer. */
const atOnce = 200;

type Pruning = { store: Store; now: () => number; scheduler: Scheduler };

/** Keeps what was sent within its bounds from now on; gives the function that ends it. */
export function startPruning({ store, now, scheduler }: Pruning): () => Promise<void> {
  const work = () => pruneDeliveries(store, now());
  return scheduler.every({ name: "prunes webhook deliveries", everyMs, work });
}

/**
 * Deletes deliveries that are over: the old ones, and of each webhook those beyond as many as are kept. With them whatever
 * tells of a conversation or a contact that is deleted, in whichever way, but for what is nothing but ids.
 */
export async function pruneDeliveries(store: Store, now: number): Promise<void> {
  await pruneWhile(store, () =>
    store.reader
      .selectFrom("webhookDeliveries")
      .select(["organizationId", "id"])
      .where("state", "!=", "waiting")
      .where("createdAt", "<", now - deliveriesKeptForMs)
      .limit(atOnce)
      .execute(),
  );
  await pruneWhile(store, () =>
    store.reader
      .selectFrom("webhookDeliveries as delivery")
      .select(["delivery.organizationId", "delivery.id"])
      .where("delivery.about", "is not", null)
      .where("delivery.type", "not in", eventsOfIds)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("threads")
              .select("threads.id")
              .whereRef("threads.organizationId", "=", "delivery.organizationId")
              .whereRef("threads.id", "=", "delivery.about"),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("contacts")
              .select("contacts.id")
              .whereRef("contacts.organizationId", "=", "delivery.organizationId")
              .whereRef("contacts.id", "=", "delivery.about"),
          ),
        ),
      )
      .limit(atOnce)
      .execute(),
  );
  const webhooks = await store.reader.selectFrom("webhooks").select(["organizationId", "id"]).execute();
  for (const { organizationId, id } of webhooks) {
    await pruneWhile(store, () =>
      store.reader
        .selectFrom("webhookDeliveries")
        .select(["organizationId", "id"])
        .where("organizationId", "=", organizationId)
        .where("webhookId", "=", id)
        .where("state", "!=", "waiting")
        .orderBy("createdAt", "desc")
        .orderBy("id", "desc")
        .offset(deliveriesKept)
        .limit(atOnce)
        .execute(),
    );
  }
}

interface Key {
  organizationId: string;
  id: string;
}

async function pruneWhile(store: Store, find: () => Promise<Key[]>): Promise<void> {
  for (;;) {
    const keys = await find();
    const byOrganization = Map.groupBy(keys, ({ organizationId }) => organizationId);
    for (const [organizationId, own] of byOrganization) {
      const ids = own.map(({ id }) => id);
      await store.transaction((tx) => removeDeliveries(tx, organizationId, ids));
    }
    if (keys.length < atOnce) return;
  }
}

/** Deletes what webhooks keep of conversations or contacts that are deleted; that they are is told still. */
export async function forgetAbout(
  tx: Tx,
  { organizationId, ids }: { organizationId: string; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await tx
    .selectFrom("webhookDeliveries")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("about", "in", ids)
    .where("type", "not in", eventsOfIds)
    .execute();
  await removeDeliveries(
    tx,
    organizationId,
    rows.map(({ id }) => id),
  );
}

/**
 * Deletes what webhooks keep of an agent that is deleted; that it is, is told still. How far each has read stays: it
 * would start over, and be told once more of what ended in the days before.
 */
export async function forgetAgent(tx: Tx, { organizationId, agentId }: AgentKey): Promise<void> {
  const rows = await tx
    .selectFrom("webhookDeliveries")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("type", "not in", eventsOfIds)
    .execute();
  await removeDeliveries(
    tx,
    organizationId,
    rows.map(({ id }) => id),
  );
}

/** Deletes deliveries with their attempts. */
export async function removeDeliveries(tx: Tx, organizationId: string, ids: string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = ids.slice(from, from + atOnce);
    await tx
      .deleteFrom("webhookAttempts")
      .where("organizationId", "=", organizationId)
      .where("deliveryId", "in", some)
      .execute();
    await tx
      .deleteFrom("webhookDeliveries")
      .where("organizationId", "=", organizationId)
      .where("id", "in", some)
      .execute();
  }
}
