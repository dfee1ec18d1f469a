import type { Delivery, DeliveryAttempt, Webhook } from "../../shared/contract/webhooks/webhooks.ts";
import { testIdPrefix } from "../../shared/domain/webhooks.ts";
import type { Db } from "../database/store.ts";
import type { WebhookAttemptRow, WebhookDeliveryRow, WebhookRow } from "./tables.ts";

/** A webhook as those see it who manage it: of its secrets the last characters. */
export function presentWebhook(row: WebhookRow, { waiting, now }: { waiting: number; now: number }): Webhook {
  const { oldSecretUntil } = row;
  return {
    id: row.id,
    organizationId: row.organizationId,
    name: row.name,
    url: row.url,
    agentIds: row.agentIds === null ? null : (JSON.parse(row.agentIds) as string[]), // written after the contract's check
    events: JSON.parse(row.events) as Webhook["events"], // the same
    includesNotes: row.includesNotes === 1,
    secretEnding: row.secretEnding,
    oldSecretUntil: oldSecretUntil !== null && oldSecretUntil > now ? oldSecretUntil : null,
    isEnabled: row.disabledBecause === null,
    disabledBecause: row.disabledBecause,
    disabledAt: row.disabledAt,
    failingSince: row.failingSince,
    lastDeliveredAt: row.lastDeliveredAt,
    waiting,
    createdAt: row.createdAt,
  };
}

/** Webhooks of one organization, with what waits for each. */
export async function describeWebhooks(db: Db, rows: WebhookRow[], now: number): Promise<Webhook[]> {
  const [first] = rows;
  if (!first) return [];
  const counted = await db
    .selectFrom("webhookDeliveries")
    .where("organizationId", "=", first.organizationId)
    .where("state", "=", "waiting")
    .groupBy("webhookId")
    .select((row) => ["webhookId", row.fn.countAll<number>().as("waiting")])
    .execute();
  const waiting = new Map(counted.map((row) => [row.webhookId, Number(row.waiting)]));
  return rows.map((row) => presentWebhook(row, { waiting: waiting.get(row.id) ?? 0, now }));
}

/** A delivery without its payload. */
export function presentDelivery(row: WebhookDeliveryRow): Delivery {
  const { id, eventId, type, state, attempts, status, ms, error, createdAt, endedAt } = row;
  return {
    ...{ id, eventId, type, isTest: isTest(row), state, attempts, nextAttemptAt: row.dueAt },
    ...{ status, ms, error, createdAt, endedAt },
  };
}

/** Whether it is a sample: somebody tries the webhook. */
export function isTest({ eventId }: Pick<WebhookDeliveryRow, "eventId">): boolean {
  return eventId.startsWith(testIdPrefix);
}

/** One attempt. */
export function presentAttempt(row: WebhookAttemptRow): DeliveryAttempt {
  const { number, at, ms, status, error, responseBody } = row;
  return {
    ...{ number, at, ms, status, error, responseBody },
    requestHeaders: JSON.parse(row.requestHeaders) as Record<string, string>, // written by attempt
    responseHeaders: JSON.parse(row.responseHeaders) as Record<string, string>, // the same
  };
}
