import * as v from "valibot";
import { contactParts, maxWebhooks, threadParts, webhookEventNames } from "../../domain/webhooks.ts";
import { call } from "../call.ts";
import { message, thread } from "../conversations/conversations.ts";
import { count, data, id, list, paging, text, time, title } from "../shapes.ts";

const event = v.picklist(webhookEventNames);

/** An address of another program, which is told what happens in conversations. */
export const webhook = v.object({
  id,
  organizationId: id,
  name: v.string(),
  url: v.string(),
  /** Null for all agents, also those to come. */
  agentIds: v.nullable(v.array(id)),
  events: v.array(event),
  /** Whether it is told what the team writes only for itself. */
  includesNotes: v.boolean(),
  /** The last four characters of the secret that signs. */
  secretEnding: v.string(),
  /** Until when the secret before signs too; null where there is none. */
  oldSecretUntil: v.nullable(time),
  isEnabled: v.boolean(),
  /** Why it is off: by a person, because it answered 410, or because it took nothing for three days. */
  disabledBecause: v.nullable(v.picklist(["person", "gone", "failing"])),
  disabledAt: v.nullable(time),
  /** Since when nothing got through; null where the last delivery did. */
  failingSince: v.nullable(time),
  lastDeliveredAt: v.nullable(time),
  /** Deliveries that wait for their turn or their next attempt. */
  waiting: count,
  createdAt: time,
});
export type Webhook = v.InferOutput<typeof webhook>;

export const deliveryStates = ["waiting", "delivered", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** One event on its way to one webhook. `eventId` is its `webhook-id`, the same at every attempt. */
export const delivery = v.object({
  id,
  eventId: v.string(),
  type: v.string(),
  /** It is a sample: somebody tried the webhook. */
  isTest: v.boolean(),
  state: v.picklist(deliveryStates),
  attempts: count,
  /** When it is tried next; null once it is over. */
  nextAttemptAt: v.nullable(time),
  /** Of the last attempt: the answer's status, how long it took, and what went wrong. */
  status: v.nullable(count),
  ms: v.nullable(count),
  error: v.nullable(v.string()),
  createdAt: time,
  endedAt: v.nullable(time),
});
export type Delivery = v.InferOutput<typeof delivery>;

const headers = v.record(v.string(), v.string());
/** One attempt: what went out beside the payload, and what came back, cut to its beginning. */
export const deliveryAttempt = v.object({
  number: count,
  at: time,
  ms: count,
  status: v.nullable(count),
  error: v.nullable(v.string()),
  requestHeaders: headers,
  responseHeaders: headers,
  responseBody: v.string(),
});
export type DeliveryAttempt = v.InferOutput<typeof deliveryAttempt>;

export const deliveryDetail = v.object({
  ...delivery.entries,
  /** The body as it is sent. */
  payload: v.string(),
  /** The newest first. */
  history: v.array(deliveryAttempt),
});
export type DeliveryDetail = v.InferOutput<typeof deliveryDetail>;

const happened = { organizationId: id, agentId: id };
const sent = {
  timestamp: v.pipe(v.string(), v.isoTimestamp()),
  /** Nothing of it happened: somebody tries the webhook with a sample. What happened has no such field. */
  test: v.optional(v.literal(true)),
};
const state = v.nullable(v.string());
const holder = v.object({ assigneeId: state, teamId: state });
const contact = v.object({
  ...thread.entries.contact.entries,
  /** The site's own id of this person, where it signed one. */
  externalId: v.nullable(v.string()),
  /** Nothing that they write is accepted. */
  isBlocked: v.boolean(),
  /** The last word of theirs on what they were asked to agree to; null where there is none. */
  consent: v.nullable(v.object({ value: v.picklist(["granted", "denied"]), at: time })),
});

/**
 * The body of a delivery. `thread`, `message` and `contact` are as they are when it is sent first, but for what a
 * message said that was deleted since; `change` says what happened, from which state to which. The addresses of a
 * message's files end within 15 minutes of that, also where it is sent again: `listMessages` gives fresh ones.
 *
 * What is deleted or merged is told only by ids, and never by what hangs on it: a merge says nothing of each
 * conversation that went over, nor the end of a label or of an agent of each that had it. A receiver with a copy does
 * the same to it; an id that they do not know is one that was gone before they were told of it.
 */
export const webhookPayload = v.variant("type", [
  v.object({
    /** `sla_breached`: by when the reply was due, and since when its visitor waits, is in the thread. */
    type: v.picklist(["conversation.created", "conversation.sla_breached"]),
    ...sent,
    data: v.object({ ...happened, thread }),
  }),
  v.object({
    type: v.picklist(["conversation.status_changed", "conversation.handed_over"]),
    ...sent,
    data: v.object({ ...happened, thread, change: v.object({ from: v.string(), to: v.string() }) }),
  }),
  v.object({
    type: v.literal("conversation.assigned"),
    ...sent,
    data: v.object({ ...happened, thread, change: v.object({ from: holder, to: holder }) }),
  }),
  v.object({
    type: v.literal("conversation.rated"),
    ...sent,
    data: v.object({
      ...happened,
      thread,
      /** Scores; null where there is none, before or after. */
      change: v.object({ from: v.nullable(count), to: v.nullable(count) }),
    }),
  }),
  v.object({
    type: v.picklist(["message.created", "message.updated"]),
    ...sent,
    data: v.object({ ...happened, threadId: id, contactId: id, message }),
  }),
  v.object({
    /** Its text is in no later delivery: those of its conversation that wait are sent without it. */
    type: v.literal("message.deleted"),
    ...sent,
    data: v.object({ ...happened, threadId: id, messageId: id }),
  }),
  v.object({
    type: v.literal("conversation.updated"),
    ...sent,
    data: v.object({ ...happened, thread, changed: v.array(v.picklist(threadParts)) }),
  }),
  v.object({
    type: v.literal("conversation.deleted"),
    ...sent,
    data: v.object({ ...happened, threadId: id }),
  }),
  v.object({
    type: v.picklist(["contact.created", "contact.identified"]),
    ...sent,
    data: v.object({ ...happened, contact }),
  }),
  v.object({
    type: v.literal("contact.updated"),
    ...sent,
    data: v.object({ ...happened, contact, changed: v.array(v.picklist(contactParts)) }),
  }),
  v.object({
    /** All that was of `contactId`, which is gone, is of `into` from then on. */
    type: v.literal("contact.merged"),
    ...sent,
    data: v.object({ ...happened, contactId: id, into: id }),
  }),
  v.object({
    /** `contact` is there again, and was a part of `from`. Each conversation that goes back is told of: it is updated. */
    type: v.literal("contact.unmerged"),
    ...sent,
    data: v.object({ ...happened, contact, from: id }),
  }),
  v.object({
    type: v.literal("contact.deleted"),
    ...sent,
    data: v.object({ ...happened, contactId: id }),
  }),
  v.object({ type: v.literal("label.deleted"), ...sent, data: v.object({ ...happened, labelId: id }) }),
  v.object({
    /** A field is the organization's: it is told once for each agent. */
    type: v.literal("custom_field.deleted"),
    ...sent,
    data: v.object({ ...happened, key: v.string() }),
  }),
  v.object({
    /** Not while it can still be restored: that hides it, with all that is its own. */
    type: v.literal("agent.deleted"),
    ...sent,
    data: v.object(happened),
  }),
]);
export type WebhookPayload = v.InferOutput<typeof webhookPayload>;

const address = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(2000),
  v.regex(/^https?:\/\/[^\s/?#@]+([/?][^\s#]*)?$/i, "Enter an address such as https://example.com/hooks."),
);
const settings = {
  name: title(80),
  url: address,
  agentIds: v.nullable(v.pipe(v.array(id), v.minLength(1, "Choose at least one."), v.maxLength(500))),
  events: v.pipe(v.array(event), v.minLength(1, "Choose at least one."), v.maxLength(100)),
  includesNotes: v.boolean(),
};

const webhooks = "/v1.0/org/{orgId}/webhooks" as const;
const one = `${webhooks}/{webhookId}` as const;
const reads = { member: "webhooks.read" } as const;
const writes = { member: "webhooks.update" } as const;

export const listWebhooks = call({
  family: "organisation",
  method: "GET",
  path: webhooks,
  who: reads,
  forKeys: "never",
  summary: "Lists the organization's webhooks, newest first.",
  query: paging,
  answer: list(webhook),
});

export const getWebhook = call({
  family: "organisation",
  method: "GET",
  path: one,
  who: reads,
  forKeys: "never",
  summary: "Returns one webhook.",
  answer: data(webhook),
});

/**
 * It is told what happens from then on. The secret (`whsec_…`) signs as the Standard Webhooks scheme says. 400
 * `invalid_input` for an address that this server may not reach, an agent that is not there, and beyond
 * 20 webhooks.
 */
export const createWebhook = call({
  family: "organisation",
  method: "POST",
  path: webhooks,
  who: writes,
  forKeys: "never",
  audit: "Created a webhook",
  summary: `Creates a webhook. An organization has at most ${maxWebhooks}. Only this answer contains its secret.`,
  body: data(
    v.strictObject({
      name: settings.name,
      url: settings.url,
      agentIds: v.optional(settings.agentIds, null),
      events: settings.events,
      includesNotes: v.optional(settings.includesNotes, false),
    }),
  ),
  answer: data(v.object({ secret: v.string(), ...webhook.entries })),
});

/** Turned off, it gives up what waits; turned on again, it is told what happens from then on. */
export const updateWebhook = call({
  family: "organisation",
  method: "PATCH",
  path: one,
  who: writes,
  forKeys: "never",
  audit: "Changed a webhook",
  summary: "Changes a webhook, or turns it on or off. Omitted fields stay.",
  body: data(v.partial(v.strictObject({ ...settings, isEnabled: v.boolean() }))),
  answer: data(webhook),
});

export const removeWebhook = call({
  family: "organisation",
  method: "DELETE",
  path: one,
  who: writes,
  forKeys: "never",
  audit: "Deleted a webhook",
  summary: "Deletes a webhook with its delivery history.",
});

/** For a day every delivery carries the signatures of both; a secret that was still ending ends immediately. */
export const rotateWebhookSecret = call({
  family: "organisation",
  method: "POST",
  path: `${one}/secret`,
  who: writes,
  forKeys: "never",
  audit: "Changed a webhook's secret",
  summary:
    "Creates a new secret for a webhook. Only this answer contains it. The old secret also signs for a day.",
  answer: data(v.object({ secret: v.string(), ...webhook.entries })),
});

export const endOldWebhookSecret = call({
  family: "organisation",
  method: "DELETE",
  path: `${one}/secret`,
  who: writes,
  forKeys: "never",
  audit: "Ended a webhook's old secret",
  summary: "Ends the old secret immediately.",
  answer: data(webhook),
});

/**
 * A sample of an event that the webhook asks for, the first of them where none is named: its body is that of one that
 * happened, with `test: true`, and its `webhook-id` begins with `evt_test_`. It is tried once, also where the webhook is off,
 * and its end changes nothing of the webhook. 400 `invalid_input` for an event that the webhook does not ask for.
 */
export const testWebhook = call({
  family: "organisation",
  method: "POST",
  path: `${one}/test`,
  who: writes,
  forKeys: "never",
  audit: "Tested a webhook",
  summary: "Sends a sample of an event to a webhook, marked as a test.",
  limit: "generate",
  body: v.optional(data(v.strictObject({ event: v.optional(event) }))),
  answer: data(delivery),
});

export const listDeliveries = call({
  family: "organisation",
  method: "GET",
  path: `${one}/deliveries`,
  who: reads,
  forKeys: "never",
  summary: "Lists a webhook's deliveries of the last 14 days, newest first.",
  query: v.object({
    ...paging.entries,
    state: v.optional(v.picklist(deliveryStates)),
    type: v.optional(text(60)),
  }),
  answer: list(delivery),
});

export const getDelivery = call({
  family: "organisation",
  method: "GET",
  path: `${one}/deliveries/{deliveryId}`,
  who: reads,
  forKeys: "never",
  summary: "Returns one delivery with its payload and all its attempts.",
  answer: data(deliveryDetail),
});

/** 409 `conflict` where the webhook is off. */
export const redeliver = call({
  family: "organisation",
  method: "POST",
  path: `${one}/deliveries/{deliveryId}/redeliver`,
  who: writes,
  forKeys: "never",
  audit: "Resent a webhook's delivery",
  summary: "Resends one delivery with the same ID.",
  answer: data(delivery),
});

/** 409 `conflict` where the webhook is off. */
export const redeliverFailed = call({
  family: "organisation",
  method: "POST",
  path: `${one}/redeliver`,
  who: writes,
  forKeys: "never",
  audit: "Resent a webhook's failed deliveries",
  summary: "Resends all deliveries that failed since a time.",
  body: data(v.strictObject({ since: time })),
  answer: data(v.object({ count })),
});
