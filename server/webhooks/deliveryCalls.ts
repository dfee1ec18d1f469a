import {
  getDelivery,
  listDeliveries,
  redeliver,
  redeliverFailed,
  testWebhook,
} from "../../shared/contract/webhooks/webhooks.ts";
import { testIdPrefix } from "../../shared/domain/webhooks.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { newId } from "../database/ids.ts";
import { handle } from "../requests/handle.ts";
import type { Route } from "../requests/handle.ts";
import { newDelivery } from "./collect.ts";
import { dueChannel } from "./deps.ts";
import type { WebhookDeps } from "./deps.ts";
import { findDelivery, findWebhook, lockWebhook } from "./find.ts";
import { presentAttempt, presentDelivery, presentWebhook } from "./present.ts";
import { writeSample } from "./sample.ts";
import type { WebhookDeliveryRow, WebhookRow } from "./tables.ts";

/** The calls on what was sent to webhooks. */
export function deliveryRoutes({ store, bus, now }: WebhookDeps): Route[] {
  return [
    handle(testWebhook, async ({ caller, params, body }) => {
      const at = now();
      const webhook = await findWebhook(store.db, { ...caller, ...params });
      const {
        organizationId,
        id: webhookId,
        agentIds,
        events,
      } = presentWebhook(webhook, { waiting: 0, now: at });
      const type = body?.data.event ?? events[0];
      if (!type || !events.includes(type)) throw refuseEvent();
      const row: WebhookDeliveryRow = {
        ...newDelivery({ organizationId, webhookId, now: at }),
        ...{ eventId: testIdPrefix + newId(at), type, agentId: null, about: null, position: 0 },
        payload: writeSample(type, { organizationId, agentIds: agentIds ?? [], now: at }),
      };
      await store.db.insertInto("webhookDeliveries").values(row).execute();
      bus.publish(dueChannel, webhookId);
      return { data: presentDelivery(row) };
    }),

    handle(listDeliveries, async ({ caller, params, query }) => {
      const { page, limit, state, type } = query;
      const { organizationId, id } = await findWebhook(store.db, { ...caller, ...params });
      let found = store.reader
        .selectFrom("webhookDeliveries")
        .where("organizationId", "=", organizationId)
        .where("webhookId", "=", id);
      if (state) found = found.where("state", "=", state);
      if (type) found = found.where("type", "=", type);
      const [rows, counted] = await Promise.all([
        found
          .selectAll()
          .orderBy("createdAt", "desc")
          .orderBy("id", "desc")
          .limit(limit)
          .offset((page - 1) * limit)
          .execute(),
        found.select((row) => row.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
      ]);
      return { items: rows.map(presentDelivery), page: { page, limit, total: Number(counted.total) } };
    }),

    handle(getDelivery, async ({ caller, params }) => {
      const webhook = await findWebhook(store.db, { ...caller, ...params });
      const row = await findDelivery(store.db, webhook, params.deliveryId);
      const attempts = await store.db
        .selectFrom("webhookAttempts")
        .selectAll()
        .where("organizationId", "=", row.organizationId)
        .where("deliveryId", "=", row.id)
        .orderBy("number", "desc")
        .execute();
      const { payload } = row;
      return { data: { ...presentDelivery(row), payload, history: attempts.map(presentAttempt) } };
    }),

    handle(redeliver, async ({ caller, params }) => {
      const row = await store.transaction(async (tx) => {
        const webhook = await lockWebhook(tx, { ...caller, ...params });
        const delivery = await findDelivery(tx, webhook, params.deliveryId);
        refuseOff(webhook);
        // Somebody sends it at this moment: that is what was asked for.
        if (delivery.leaseUntil !== null && delivery.leaseUntil > now()) return delivery;
        const { organizationId, id } = delivery;
        return tx
          .updateTable("webhookDeliveries")
          .set(again(now()))
          .where("organizationId", "=", organizationId)
          .where("id", "=", id)
          .returningAll()
          .executeTakeFirstOrThrow();
      });
      bus.publish(dueChannel, row.webhookId);
      return { data: presentDelivery(row) };
    }),

    handle(redeliverFailed, async ({ caller, params, body }) => {
      const webhookId = params.webhookId;
      const result = await store.transaction(async (tx) => {
        const webhook = await lockWebhook(tx, { ...caller, webhookId });
        refuseOff(webhook);
        return tx
          .updateTable("webhookDeliveries")
          .set({ ...again(now()), isAgain: 0 })
          .where("organizationId", "=", webhook.organizationId)
          .where("webhookId", "=", webhook.id)
          .where("state", "=", "failed")
          .where("createdAt", ">=", body.data.since)
          .where("eventId", "not like", `${testIdPrefix}%`)
          .executeTakeFirst();
      });
      bus.publish(dueChannel, webhookId);
      return { data: { count: Number(result.numUpdatedRows) } };
    }),
  ];
}

/** What a delivery is that starts over. */
function again(now: number) {
  return { state: "waiting", isAgain: 1, tries: 0, dueAt: now, endedAt: null, error: null } as const;
}

function refuseEvent(): AppError {
  const message = "This webhook doesn't receive that event. Choose one of its events.";
  return new AppError("invalid_input", { fields: [{ path: "body.data.event", message }] });
}

function refuseOff({ disabledBecause }: WebhookRow): void {
  if (disabledBecause === null) return;
  throw new AppError("conflict", { message: "This webhook is off. Turn it on first." });
}
