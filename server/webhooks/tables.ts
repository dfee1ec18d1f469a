import type { DeliveryState } from "../../shared/contract/webhooks/webhooks.ts";

/** An address of another program, which is told what happens. It is on while `disabledBecause` is null. */
export interface WebhookRow {
  organizationId: string;
  id: string;
  name: string;
  url: string;
  /** JSON list; null for all agents. */
  agentIds: string | null;
  /** JSON list of WebhookEvent. */
  events: string;
  includesNotes: number;
  sealedSecret: string;
  secretEnding: string;
  /** Signs too until `oldSecretUntil`. */
  sealedOldSecret: string | null;
  oldSecretUntil: number | null;
  disabledBecause: "person" | "gone" | "failing" | null;
  disabledAt: number | null;
  /** Since when nothing got through. */
  failingSince: number | null;
  lastDeliveredAt: number | null;
  createdAt: number;
}

/** One event on its way to one webhook. */
export interface WebhookDeliveryRow {
  organizationId: string;
  id: string;
  webhookId: string;
  /** The `webhook-id` that it carries at every attempt. */
  eventId: string;
  type: string;
  /** Null for a test. */
  agentId: string | null;
  /** The conversation or the contact that it tells of: what tells of the same goes out in its order. */
  about: string | null;
  /** Grows with the live events of the agent. */
  position: number;
  /** The body, byte for byte. */
  payload: string;
  state: DeliveryState;
  /** Somebody sends it again: it waits for nothing, and nothing waits for it. */
  isAgain: number;
  /** In all, and since it waits. */
  attempts: number;
  tries: number;
  dueAt: number | null;
  /** While it is being sent: by which claim, and until when that is to be believed. */
  owner: string | null;
  leaseUntil: number | null;
  /** Of the last attempt. */
  status: number | null;
  ms: number | null;
  error: string | null;
  createdAt: number;
  endedAt: number | null;
}

/** One attempt, with what went out and came back, cut to its beginning. */
export interface WebhookAttemptRow {
  organizationId: string;
  deliveryId: string;
  number: number;
  at: number;
  ms: number;
  status: number | null;
  error: string | null;
  /** JSON of header values by name. */
  requestHeaders: string;
  responseHeaders: string;
  responseBody: string;
}

declare module "../database/store.ts" {
  interface Tables {
    webhooks: WebhookRow;
    webhookDeliveries: WebhookDeliveryRow;
    webhookAttempts: WebhookAttemptRow;
  }
}
