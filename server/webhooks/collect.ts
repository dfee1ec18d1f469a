import { eventsOfIds } from "../../shared/domain/webhooks.ts";
import type { WebhookEvent } from "../../shared/domain/webhooks.ts";
import { isEndedSince } from "../conversations/removal/removedSince.ts";
import { newId } from "../database/ids.ts";
import type { Db, Tx } from "../database/store.ts";
import type { Unreadable } from "../live/unreadable.ts";
import type { WebhookDeps } from "./deps.ts";
import { describeEvents } from "./describe.ts";
import type { Told } from "./describe.ts";
import type { WebhookDeliveryRow, WebhookRow } from "./tables.ts";

/** So many live events at once. */
const pageSize = 100;

/** A webhook that has not taken all events of an agent yet. */
interface Behind {
  organizationId: string;
  webhookId: string;
  agentId: string;
  /** The last event that it took, and the last there is. */
  after: number;
  last: number;
  /** JSON of what it asks for. */
  events: string;
}

type Place = Pick<Behind, "organizationId" | "webhookId" | "agentId">;
type Deps = Pick<WebhookDeps, "store" | "attachmentKey" | "lookOrigin" | "now"> & { unreadable: Unreadable };

/**
 * Puts what happened since into line for every webhook that asked for it. How far a webhook has read is written with what
 * it read, so each event is taken once, over kills and by however many processes; an event that is committed has its
 * number, and one that is not is not read. An agent whose events can't be read is reported and keeps none of the others
 * waiting. Gives whether there may be more.
 */
export async function collect(deps: Deps): Promise<boolean> {
  const look = deps.unreadable.beginLook();
  let isMore = false;
  for (const one of await listBehind(deps.store.reader)) {
    try {
      isMore = (await collectPage(deps, one)) || isMore;
    } catch (error) {
      look.note(one.agentId, error);
    }
  }
  look.end();
  return isMore;
}

async function listBehind(db: Db): Promise<Behind[]> {
  return db
    .selectFrom("webhooks as webhook")
    .innerJoin("liveCounters as counter", "counter.organizationId", "webhook.organizationId")
    .leftJoin("webhookCursors as cursor", (join) =>
      join
        .onRef("cursor.organizationId", "=", "webhook.organizationId")
        .onRef("cursor.webhookId", "=", "webhook.id")
        .onRef("cursor.agentId", "=", "counter.agentId"),
    )
    .where("webhook.disabledBecause", "is", null)
    .where(({ eb, fn, lit }) => eb("counter.last", ">", fn.coalesce("cursor.number", lit(0))))
    .select([
      "webhook.organizationId",
      "webhook.id as webhookId",
      "counter.agentId",
      "counter.last",
      "webhook.events",
    ])
    .select(({ fn, lit }) => fn.coalesce("cursor.number", lit(0)).as("after"))
    .execute();
}

/** Reads outside the transaction, and writes only where nobody else has read on meanwhile. */
async function collectPage(deps: Deps, behind: Behind): Promise<boolean> {
  const { organizationId, agentId, after } = behind;
  const events = await deps.store.reader
    .selectFrom("liveEvents")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("number", ">", after)
    .orderBy("number")
    .limit(pageSize)
    .execute();
  const isFull = events.length === pageSize;
  const next = events.at(-1)?.number ?? behind.last;
  const told = await describeEvents({ ...deps, origin: await deps.lookOrigin() }, events, readTypes(behind));
  return deps.store.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, behind);
    if (!webhook || (await readCursor(tx, behind)) !== after) return isFull;
    // It asks for others since: they are read anew.
    if (webhook.events !== behind.events) return true;
    const rows = told.filter((one) => isWanted(webhook, one)).map((one) => toRow(webhook, one, deps.now()));
    if (await isAnyEnded(tx, behind, rows)) return true;
    if (rows.length > 0) {
      await tx
        .insertInto("webhookDeliveries")
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    await writeCursor(tx, { ...behind, number: next });
    return isFull;
  });
}

const ofIds: readonly string[] = eventsOfIds;

/**
 * Whether what was read of a conversation or a contact, or a part of it, was deleted since: it is read anew. Who deletes later
 * holds their rows, which are held here in everyone's order (contacts first), and takes with them what stands in line.
 */
async function isAnyEnded(
  tx: Tx,
  { organizationId, agentId, last }: Behind,
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

function toRow(webhook: WebhookRow, { isNote: _isNote, ...told }: Told, now: number): WebhookDeliveryRow {
  const { organizationId, id: webhookId } = webhook;
  return { ...newDelivery({ organizationId, webhookId, now }), ...told };
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

async function lockWebhook(
  tx: Tx,
  { organizationId, webhookId }: Pick<Behind, "organizationId" | "webhookId">,
): Promise<WebhookRow | undefined> {
  return tx
    .selectFrom("webhooks")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", webhookId)
    .where("disabledBecause", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

async function readCursor(tx: Tx, { organizationId, webhookId, agentId }: Place): Promise<number> {
  const row = await tx
    .selectFrom("webhookCursors")
    .select("number")
    .where("organizationId", "=", organizationId)
    .where("webhookId", "=", webhookId)
    .where("agentId", "=", agentId)
    .executeTakeFirst();
  return row?.number ?? 0;
}

async function writeCursor(
  tx: Tx,
  { organizationId, webhookId, agentId, number }: Place & { number: number },
): Promise<void> {
  await tx
    .insertInto("webhookCursors")
    .values({ organizationId, webhookId, agentId, number })
    .onConflict((row) => row.columns(["organizationId", "webhookId", "agentId"]).doUpdateSet({ number }))
    .execute();
}

/** Has a webhook begin with what happens from now on, in every agent that there is. */
export async function beginNow(
  tx: Tx,
  { organizationId, webhookId }: { organizationId: string; webhookId: string },
): Promise<void> {
  const counters = await tx
    .selectFrom("liveCounters")
    .select(["agentId", "last"])
    .where("organizationId", "=", organizationId)
    .execute();
  for (const { agentId, last } of counters) {
    await writeCursor(tx, { organizationId, webhookId, agentId, number: last });
  }
}
