import { pickContactTexts } from "../../shared/domain/contactFields.ts";
import type { Message, Thread } from "../../shared/contract/conversations/conversations.ts";
import type { WebhookPayload } from "../../shared/contract/webhooks/webhooks.ts";
import type { WebhookEvent } from "../../shared/domain/webhooks.ts";
import { write } from "./describe.ts";

interface Sampled {
  organizationId: string;
  agentId: string;
  now: number;
}

/** Of nothing that is there: who takes a sample for an event finds none of it. */
const ids = {
  ...{ agent: "sample-agent", thread: "sample-conversation", contact: "sample-contact" },
  ...{ message: "sample-message", label: "sample-label", person: "sample-person" },
};

/** Gives the body of an event as one that happened has it, about things that are not there, and marked as a test. */
export function writeSample(
  type: WebhookEvent,
  {
    organizationId,
    agentIds,
    now,
  }: Pick<Sampled, "organizationId" | "now"> & { agentIds: readonly string[] },
): string {
  const sampled = { organizationId, agentId: agentIds[0] ?? ids.agent, now };
  return write({ createdAt: now }, { test: true, ...describeSample(type, sampled) });
}

type Sample<Payload = WebhookPayload> = Payload extends WebhookPayload
  ? Pick<Payload, "type" | "data">
  : never;

function describeSample(type: WebhookEvent, { organizationId, agentId, now }: Sampled): Sample {
  const place = { organizationId, agentId };
  const thread = sampleThread(agentId, now);
  const contact = { ...thread.contact, externalId: null, isBlocked: false, consent: null };
  const contactId = contact.id;
  switch (type) {
    case "conversation.created":
    case "conversation.sla_breached":
      return { type, data: { ...place, thread } };
    case "conversation.status_changed":
      return { type, data: { ...place, thread, change: { from: "pending", to: thread.status } } };
    case "conversation.handed_over":
      return { type, data: { ...place, thread, change: { from: "ai", to: thread.handledBy } } };
    case "conversation.assigned": {
      const to = { assigneeId: ids.person, teamId: null };
      return { type, data: { ...place, thread, change: { from: { assigneeId: null, teamId: null }, to } } };
    }
    case "conversation.rated":
      return { type, data: { ...place, thread, change: { from: null, to: 5 } } };
    case "conversation.updated":
      return { type, data: { ...place, thread, changed: ["title"] } };
    case "conversation.deleted":
      return { type, data: { ...place, threadId: thread.id } };
    case "message.created":
    case "message.updated":
      return { type, data: { ...place, threadId: thread.id, contactId, message: sampleMessage(now) } };
    case "message.deleted":
      return { type, data: { ...place, threadId: thread.id, messageId: ids.message } };
    case "contact.created":
    case "contact.identified":
      return { type, data: { ...place, contact } };
    case "contact.updated":
      return { type, data: { ...place, contact, changed: ["name"] } };
    case "contact.merged":
      return { type, data: { ...place, contactId, into: `${contactId}-2` } };
    case "contact.unmerged":
      return { type, data: { ...place, contact, from: `${contactId}-2` } };
    case "contact.deleted":
      return { type, data: { ...place, contactId } };
    case "label.deleted":
      return { type, data: { ...place, labelId: ids.label } };
    case "custom_field.deleted":
      return { type, data: { ...place, key: "sample" } };
    case "agent.deleted":
      return { type, data: place };
    default:
      return type satisfies never;
  }
}

const question = "Where is my order?";

function sampleThread(agentId: string, now: number): Thread {
  return {
    ...{ id: ids.thread, agentId, surface: "widget", title: question, status: "open", snoozedUntil: null },
    ...{ priority: "none", labelIds: [], customFields: {}, mentionedIds: [], handledBy: "human" },
    ...{ assignee: { id: ids.person, name: "Sample Person" }, team: null },
    contact: {
      id: ids.contact,
      name: "Sample Visitor",
      verified: false,
      ...pickContactTexts({}),
      attributes: {},
    },
    ...{
      personRequestedAt: null,
      waitingSince: now,
      replyDueAt: null,
      replyDue: null,
      approvals: 0,
      silentSince: now,
    },
    ...{ firstReplyAt: null, visitorReadTo: 1, teamReadTo: 0, context: null, unread: 1, rating: null },
    ...{ resolution: null, figures: ["conversations", "unresolved", "open", "handoffs"] },
    ...{ preview: false, page: null, latestPage: null, referrer: null, device: null },
    ...{ language: "en", country: null, lastMessage: { role: "user", text: question, at: now } },
    ...{ lastActivityAt: now, createdAt: now },
  };
}

function sampleMessage(now: number): Message {
  return {
    ...{ id: ids.message, threadId: ids.thread, position: 0, role: "user", kind: "text", content: question },
    ...{ status: "sent", error: null, citations: [], followUps: [], author: null, inReplyTo: null },
    ...{ generation: 0, clientId: null, attachments: [], feedback: null, editedAt: null },
    ...{ createdAt: now, updatedAt: now },
  };
}
