import { failingForMs } from "../../shared/domain/webhooks.ts";
import type { Tx } from "../database/store.ts";
import type { Outcome } from "./attempt.ts";
import type { WebhookDeps } from "./deps.ts";
import { isTest } from "./present.ts";
import { turnOff } from "./turnOff.ts";
import { chooseNextTry } from "./schedule.ts";
import type { WebhookDeliveryRow, WebhookRow } from "./tables.ts";

type Deps = Pick<WebhookDeps, "store" | "mail" | "lookOrigin" | "now">;

/**
 * Writes what came of an attempt: delivered, to be tried again, or given up. An address that is gone, or took nothing
 * for three days, turns its webhook off. Does nothing if the delivery is no longer ours.
 */
export async function settle(deps: Deps, claimed: WebhookDeliveryRow, outcome: Outcome): Promise<void> {
  await deps.store.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, claimed);
    const row = await lockOwn(tx, claimed);
    if (!webhook || !row) return;
    const [attempts, tries] = [row.attempts + 1, row.tries + 1];
    await writeAttempt(tx, row, outcome);
    const now = deps.now();
    const { status, ms, error, isTaken, askedMs } = outcome;
    const seen = { attempts, tries, status, ms, error, owner: null, leaseUntil: null };
    const nextTry = isTest(row) ? null : chooseNextTry({ tries, askedMs, now });
    const change = isTaken
      ? { ...seen, state: "delivered" as const, dueAt: null, endedAt: now }
      : nextTry === null || outcome.isGone
        ? { ...seen, state: "failed" as const, dueAt: null, endedAt: now }
        : { ...seen, dueAt: nextTry };
    await tx
      .updateTable("webhookDeliveries")
      .set(change)
      .where("organizationId", "=", row.organizationId)
      .where("id", "=", row.id)
      .execute();
    // A test says nothing of the webhook: it may be off, or not be ready yet.
    if (!isTest(row)) await judge(deps, tx, { webhook, outcome, now });
  });
}

interface Judged {
  webhook: WebhookRow;
  outcome: Outcome;
  now: number;
}

async function judge(deps: Deps, tx: Tx, { webhook, outcome, now }: Judged): Promise<void> {
  const failingSince = outcome.isTaken ? null : (webhook.failingSince ?? outcome.at);
  const change = { failingSince, ...(outcome.isTaken && { lastDeliveredAt: now }) };
  await tx
    .updateTable("webhooks")
    .set(change)
    .where("organizationId", "=", webhook.organizationId)
    .where("id", "=", webhook.id)
    .execute();
  if (webhook.disabledBecause !== null || failingSince === null) return;
  const because = outcome.isGone ? "gone" : now - failingSince >= failingForMs ? "failing" : null;
  if (because) await turnOff(deps, tx, { webhook: { ...webhook, ...change }, because, now });
}

/** The webhook first, then its delivery: locks are taken in this order. */
async function lockWebhook(
  tx: Tx,
  { organizationId, webhookId }: WebhookDeliveryRow,
): Promise<WebhookRow | undefined> {
  return tx
    .selectFrom("webhooks")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", webhookId)
    .forUpdate()
    .executeTakeFirst();
}

async function lockOwn(
  tx: Tx,
  { organizationId, id, owner, attempts }: WebhookDeliveryRow,
): Promise<WebhookDeliveryRow | undefined> {
  return tx
    .selectFrom("webhookDeliveries")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("owner", "=", owner)
    .where("attempts", "=", attempts)
    .forUpdate()
    .executeTakeFirst();
}

async function writeAttempt(tx: Tx, row: WebhookDeliveryRow, outcome: Outcome): Promise<void> {
  const { organizationId, id: deliveryId } = row;
  const { at, ms, status, error, requestHeaders, responseHeaders, responseBody } = outcome;
  await tx
    .insertInto("webhookAttempts")
    .values({
      ...{ organizationId, deliveryId, number: row.attempts + 1, at, ms, status, error },
      ...{ requestHeaders, responseHeaders, responseBody },
    })
    .execute();
  await tx
    .deleteFrom("webhookAttempts")
    .where("organizationId", "=", organizationId)
    .where("deliveryId", "=", deliveryId)
    .where("number", "<=", row.attempts + 1 - keptAttempts)
    .execute();
}

/** How many attempts of a delivery are kept, the newest. */
const keptAttempts = 30;
