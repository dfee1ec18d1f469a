import { eventsOfIds } from "../../shared/domain/webhooks.ts";
import type { WebhookEvent } from "../../shared/domain/webhooks.ts";
import { isEndedSince } from "../conversations/threads/removal/removedSince.ts";
import { newId } from "../database/ids.ts";
import type { Db, Tx } from "../database/store.ts";
import { createFollower } from "../live/follower.ts";
import type { Batch, Follower, Subscriber } from "../live/follower.ts";
import { webhookFollower } from "./deps.ts";
import type { WebhookDeps } from "./deps.ts";
import { describeEvents } from "./describe.ts";
import type { Told } from "./describe.ts";
import type { WebhookDeliveryRow, WebhookRow } from "./tables.ts";

type Deps = Pick<WebhookDeps, "store" | "attachmentKey" | "lookOrigin" | "now" | "report">;

/** Follows the agents for every webhook that is on, and puts into line what it asked for. */
export function createWebhookFollower(deps: Deps): Follower {
  const { store, now, report } = deps;
  return createFollower({
    ...{ name: webhookFollower, store, now, report },
    selectSubscribers: (db) =>
      db
        .selectFrom("webhooks")
        .select(["organizationId", "id as subscriberId"])
        .where("disabledBecause", "is", null),
    async take(batch) {
      const before = await selectOn(store.reader, batch).executeTakeFirst();
      const told = before
        ? await describeEvents({ ...deps, origin: await deps.lookOrigin() }, batch.events, readTypes(before))
        : [];
      let webhook: WebhookRow | undefined;
      return {
        async hold(tx) {
          webhook = await selectOn(tx, batch).forUpdate().executeTakeFirst();
          return webhook !== undefined;
        },
        async write(tx) {
          const on = webhook;
          // It asks for others since.
          if (!on || on.events !== before?.events) return false;
          const { organizationId, id: webhookId } = on;
          const rows = told
            .filter((one) => isWanted(on, one))
            .map(({ isNote: _, ...one }) => ({
              ...newDelivery({ organizationId, webhookId, now: now() }),
              ...one,
            }));
          if (await isAnyEnded(tx, batch, rows)) return false;
          if (rows.length > 0) {
            await tx
              .insertInto("webhookDeliveries")
              .values(rows)
              .onConflict((conflict) => conflict.doNothing())
              .execute();
          }
          return true;
        },
      };
    },
  });
}

/** The webhook of a subscriber, as long as it is on. */
function selectOn(db: Db, { organizationId, subscriberId }: Subscriber) {
  return db
    .selectFrom("webhooks")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", subscriberId)
    .where("disabledBecause", "is", null);
}

const ofIds: readonly string[] = eventsOfIds;

/**
 * Whether what was read of a conversation or a contact, or a part of it, was deleted since: it is read again. A later
 * deletion locks their rows, which are locked here in the usual order (contacts first), and removes what is queued.
 */
async function isAnyEnded(
  tx: Tx,
  { organizationId, agentId, last }: Batch,
  rows: WebhookDeliveryRow[],
): Promise<boolean> {
  const withWords = rows.filter(({ type }) => !ofIds.includes(type));
  const ids = new Set(withWords.flatMap(({ about }) => about ?? []));
  if (ids.size === 0) return false;
  let there = 0;
  for (const table of ["contacts", "threads"] as const) {
    const held = await tx
      .selectFrom(table)
      .select("id")
      .where("organizationId", "=", organizationId)
      .where("id", "in", [...ids])
      .orderBy("id")
      .forUpdate()
      .execute();
    there += held.length;
  }
  if (there < ids.size) return true;
  return isEndedSince(tx, { organizationId, ids, agentId, after: last });
}

function isWanted({ agentIds, events, includesNotes }: WebhookRow, told: Told): boolean {
  if (agentIds !== null && !(JSON.parse(agentIds) as string[]).includes(told.agentId)) return false; // written after the contract's check
  if (told.isNote && includesNotes === 0) return false;
  return readTypes({ events }).includes(told.type);
}

function readTypes({ events }: Pick<WebhookRow, "events">): string[] {
  return JSON.parse(events) as WebhookEvent[]; // written after the contract's check
}

/** What every delivery begins with. */
export function newDelivery({ now, ...place }: { organizationId: string; webhookId: string; now: number }) {
  return {
    ...place,
    id: newId(now),
    state: "waiting",
    isAgain: 0,
    attempts: 0,
    tries: 0,
    dueAt: now,
    owner: null,
    leaseUntil: null,
    status: null,
    ms: null,
    error: null,
    createdAt: now,
    endedAt: null,
  } as const;
}
