import { newId } from "../database/ids.ts";
import { attempt } from "./attempt.ts";
import { createWebhookFollower } from "./collect.ts";
import { dueChannel } from "./deps.ts";
import type { WebhookDeps } from "./deps.ts";
import { claimDeliveries, giveBack, listDue, takeBackAll } from "./queue.ts";
import type { WebhookKey } from "./queue.ts";
import { readSecrets } from "./secrets.ts";
import { settle } from "./settle.ts";
import type { WebhookDeliveryRow } from "./tables.ts";

const lookEveryMs = 1000;
/** How many go to one address at once, and how many in all: one that is slow holds nobody else up. */
const mostOfOne = 4;
const mostAtOnce = 64;

export interface Dispatcher {
  /** Begins to collect and to send. */
  start(): Promise<void>;
  /** Ends it; what was on its way is sent again by the next process, under its same id. */
  stop(): Promise<void>;
}

/** Sends what is due, one process beside others. */
export function createDispatcher(deps: WebhookDeps): Dispatcher {
  const { store, bus, now, report } = deps;
  const follower = createWebhookFollower(deps);
  const sending = new Set<{ key: WebhookKey; done: Promise<void> }>();
  const stopping = new AbortController();
  let endLooks = async () => {};
  let unsubscribe = () => {};
  let looking: Promise<void> | null = null;
  let lookAgain = false;

  async function look(): Promise<void> {
    lookAgain = true;
    if (stopping.signal.aborted) return;
    looking ??= run()
      // The database can't be reached, for example: the next look tries again.
      .catch(report)
      .finally(() => (looking = null));
    await looking;
  }

  async function run(): Promise<void> {
    while (lookAgain && !stopping.signal.aborted) {
      lookAgain = false;
      if (await follower.collect()) lookAgain = true;
      for (const key of await listDue(store.reader, now())) await fill(key);
    }
  }

  async function fill(key: WebhookKey): Promise<void> {
    const running = [...sending].filter(
      (one) => one.key.organizationId === key.organizationId && one.key.webhookId === key.webhookId,
    );
    const limit = Math.min(mostOfOne - running.length, mostAtOnce - sending.size);
    if (limit <= 0 || stopping.signal.aborted) return;
    // Another one each time: who still sends what was claimed again meanwhile writes nothing of it.
    const claim = { ...key, owner: newId(), limit, now: now() };
    for (const row of await claimDeliveries(store, claim)) {
      const done = send(row)
        .catch(report)
        .finally(() => {
          sending.delete(one);
          void look();
        });
      const one = { key, done };
      sending.add(one);
    }
  }

  async function send(row: WebhookDeliveryRow): Promise<void> {
    const webhook = await store.db
      .selectFrom("webhooks")
      .selectAll()
      .where("organizationId", "=", row.organizationId)
      .where("id", "=", row.webhookId)
      .executeTakeFirst();
    if (!webhook) return;
    const secrets = readSecrets(deps.seal, webhook, now());
    const { url } = webhook;
    const { eventId, payload } = row;
    try {
      const { signal } = stopping;
      await settle(deps, row, await attempt(deps, { url, eventId, payload, secrets, signal }));
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
      await giveBack(store, row);
    }
  }

  return {
    start: async () => {
      if (store.dialect === "sqlite") await takeBackAll(store);
      unsubscribe = bus.subscribe(dueChannel, () => void look());
      endLooks = deps.scheduler.every({ name: "looks for deliveries", everyMs: lookEveryMs, work: look });
      void look();
    },
    stop: async () => {
      stopping.abort();
      unsubscribe();
      await endLooks();
      await looking;
      await Promise.all([...sending].map(({ done }) => done));
    },
  };
}
