import type { AnswerOf, BodyOf } from "../../../shared/contract/call.ts";
import {
  createWebhook,
  endOldWebhookSecret,
  getDelivery,
  getWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  redeliverFailed,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from "../../../shared/contract/webhooks/webhooks.ts";
import type {
  Delivery,
  DeliveryDetail,
  DeliveryState,
  Webhook,
} from "../../../shared/contract/webhooks/webhooks.ts";
import type { WebhookEvent } from "../../../shared/domain/webhooks.ts";
import { client } from "../platform/client.ts";
import { createResource, fill, load, resetUnlessOf } from "../platform/resource.ts";
import type { Of } from "../platform/resource.ts";

export type WebhookList = AnswerOf<typeof listWebhooks>;
export type DeliveryPage = AnswerOf<typeof listDeliveries>;

/** What is chosen for a webhook. */
export type WebhookChoices = Required<BodyOf<typeof createWebhook>["data"]>;

/** A webhook whose secret is told, this once. */
export type NewSecret = AnswerOf<typeof createWebhook>["data"];

/** The organization's webhooks. */
export const webhooks = createResource<WebhookList>();
/** The webhook that is open. */
export const openWebhook = createResource<Of<{ webhook: Webhook }>>();
/** A page of what was sent to it. */
export const deliveries = createResource<Of<DeliveryPage>>();
/** The delivery that is open, with its attempts. */
export const openDelivery = createResource<Of<DeliveryDetail>>();

export interface WebhookPlace {
  orgId: string;
  webhookId: string;
}

export function loadWebhooks(orgId: string): Promise<void> {
  return load(webhooks, () => client.call(listWebhooks, { params: { orgId }, query: { limit: 100 } }));
}

export function loadWebhook(place: WebhookPlace): Promise<void> {
  resetUnlessOf(openWebhook, place.webhookId);
  return load(openWebhook, async () => show(await client.call(getWebhook, { params: place })));
}

export function loadDeliveries(
  place: WebhookPlace,
  { page, state }: { page: number; state: DeliveryState | undefined },
): Promise<void> {
  resetUnlessOf(deliveries, place.webhookId);
  return load(deliveries, async () => {
    const found = await client.call(listDeliveries, { params: place, query: { page, state } });
    return { of: place.webhookId, ...found };
  });
}

export function loadDelivery(place: WebhookPlace & { deliveryId: string }): Promise<void> {
  resetUnlessOf(openDelivery, place.deliveryId);
  return load(openDelivery, async () => {
    const { data } = await client.call(getDelivery, { params: place });
    return { of: data.id, ...data };
  });
}

/** Makes a webhook; its secret is in this answer and never again. */
export async function makeWebhook(orgId: string, data: WebhookChoices): Promise<NewSecret> {
  return (await client.call(createWebhook, { params: { orgId }, body: { data } })).data;
}

/** Changes a webhook, or turns it off or on. */
export async function changeWebhook(
  place: WebhookPlace,
  data: BodyOf<typeof updateWebhook>["data"],
): Promise<void> {
  fill(openWebhook, show(await client.call(updateWebhook, { params: place, body: { data } })));
}

export function deleteWebhook(place: WebhookPlace): Promise<void> {
  return client.call(removeWebhook, { params: place });
}

/** Gives it a new secret, told in this answer and never again. */
export async function rotateSecret(place: WebhookPlace): Promise<NewSecret> {
  const { data } = await client.call(rotateWebhookSecret, { params: place });
  const { secret: _secret, ...webhook } = data;
  fill(openWebhook, show({ data: webhook }));
  return data;
}

export async function endOldSecret(place: WebhookPlace): Promise<void> {
  fill(openWebhook, show(await client.call(endOldWebhookSecret, { params: place })));
}

/** Sends a sample of an event. */
export async function sendTest(place: WebhookPlace, event: WebhookEvent | undefined): Promise<Delivery> {
  return (await client.call(testWebhook, { params: place, body: { data: { event } } })).data;
}

export async function sendAgain(place: WebhookPlace & { deliveryId: string }): Promise<void> {
  await client.call(redeliver, { params: place });
}

/** Sends everything again that failed since a time; gives how many that are. */
export async function sendFailedAgain(place: WebhookPlace, since: number): Promise<number> {
  return (await client.call(redeliverFailed, { params: place, body: { data: { since } } })).data.count;
}

function show({ data }: { data: Webhook }): Of<{ webhook: Webhook }> {
  return { of: data.id, webhook: data };
}
