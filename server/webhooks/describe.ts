import { pickContactTexts } from "../../shared/domain/contactFields.ts";
import type { WebhookPayload } from "../../shared/contract/webhooks/webhooks.ts";
import { eventsOfIds } from "../../shared/domain/webhooks.ts";
import { listConsent } from "../conversations/contacts/consent.ts";
import type { ContactFact, EndFact, EventFacts, Fact } from "../conversations/threads/facts.ts";
import { describeThreads } from "../conversations/threads/describeThreads.ts";
import { presentMessage } from "../conversations/messages/present.ts";
import type { MessageRow, ThreadRow } from "../conversations/tables.ts";
import type { LiveEventRow } from "../live/tables.ts";
import type { WebhookDeps } from "./deps.ts";

/** Something that happened, as one or many webhooks are told of it. */
export interface Told {
  eventId: string;
  type: string;
  agentId: string;
  /** The conversation or the contact that it is about; null where it is about neither. */
  about: string | null;
  position: number;
  /** The team's own: only for who asked for notes. */
  isNote: boolean;
  payload: string;
}

/** More facts than one event ever has. */
const factsAtMost = 10;

/** `origin`: what links begin with; null while nobody has said it, and they are without one. */
type Deps = Pick<WebhookDeps, "store" | "attachmentKey" | "now"> & { origin: string | null };

/**
 * Gives what an agent's live events say of these types to those outside, in order, as it is now. Of what is deleted meanwhile
 * its end alone is told, and what happened in a preview to nobody.
 */
export async function describeEvents(
  deps: Deps,
  events: LiveEventRow[],
  types: readonly string[],
): Promise<Told[]> {
  const told: Told[] = [];
  for (const event of events) {
    const { facts = [] } = JSON.parse(event.payload) as EventFacts; // written by conversations, absent elsewhere
    for (const [index, fact] of facts.entries()) {
      if (!types.includes(fact.type)) continue;
      const one = await describeFact(deps, event, fact);
      if (!one) continue;
      const { number, agentId } = event;
      told.push({
        ...{ ...one, agentId, type: fact.type },
        eventId: `evt_${agentId}_${number}_${index}`,
        position: number * factsAtMost + index,
      });
    }
  }
  return told;
}

type Described = Pick<Told, "about" | "isNote" | "payload">;

async function describeFact(deps: Deps, event: LiveEventRow, fact: Fact): Promise<Described | null> {
  if (isEnd(fact)) return describeEnd(event, fact);
  if (isOfContact(fact)) return describeContact(deps, event, fact);
  const thread = await findThread(deps, event);
  if (!thread || thread.preview === 1) return null;
  if (fact.type === "message.deleted") return describeDeleted(event, thread.id);
  if (fact.type === "message.created" || fact.type === "message.updated") {
    return describeMessage(deps, event, { thread, type: fact.type });
  }
  const [presented] = await describeThreads(deps.store.reader, [thread]);
  if (!presented) return null;
  const place = placeOf(event);
  const about = { about: thread.id, isNote: false };
  switch (fact.type) {
    case "conversation.created":
    case "conversation.sla_breached":
      return { ...about, payload: write(event, { type: fact.type, data: { ...place, thread: presented } }) };
    case "conversation.status_changed":
    case "conversation.handed_over": {
      const { type, from, to } = fact;
      return {
        ...about,
        payload: write(event, { type, data: { ...place, thread: presented, change: { from, to } } }),
      };
    }
    case "conversation.assigned": {
      const { type, from, to } = fact;
      return {
        ...about,
        payload: write(event, { type, data: { ...place, thread: presented, change: { from, to } } }),
      };
    }
    case "conversation.rated": {
      const { type, from, to } = fact;
      return {
        ...about,
        payload: write(event, { type, data: { ...place, thread: presented, change: { from, to } } }),
      };
    }
    case "conversation.updated": {
      const { type, changed } = fact;
      return { ...about, payload: write(event, { type, data: { ...place, thread: presented, changed } }) };
    }
  }
}

const ends: readonly Fact["type"][] = eventsOfIds;

/** A message's end is told of its conversation, which may be a preview. */
function isEnd(fact: Fact): fact is EndFact {
  return ends.includes(fact.type) && fact.type !== "message.deleted";
}

function isOfContact(fact: Fact): fact is ContactFact {
  return fact.type.startsWith("contact.");
}

/** A deleted row can no longer be read: the event contains everything to send. */
function describeEnd(event: LiveEventRow, fact: EndFact): Described {
  const { threadId, contactId } = { threadId: event.threadId ?? "", contactId: event.contactId ?? "" };
  const place = placeOf(event);
  const alone = { about: null, isNote: false };
  switch (fact.type) {
    case "conversation.deleted": {
      const payload = write(event, { type: fact.type, data: { ...place, threadId } });
      return { ...alone, about: threadId, payload };
    }
    case "contact.deleted": {
      const payload = write(event, { type: fact.type, data: { ...place, contactId } });
      return { ...alone, about: contactId, payload };
    }
    case "contact.merged": {
      const payload = write(event, { type: fact.type, data: { ...place, contactId, into: fact.into } });
      return { ...alone, about: contactId, payload };
    }
    case "label.deleted":
      return {
        ...alone,
        payload: write(event, { type: fact.type, data: { ...place, labelId: fact.labelId } }),
      };
    case "custom_field.deleted":
      return { ...alone, payload: write(event, { type: fact.type, data: { ...place, key: fact.key } }) };
    case "agent.deleted":
      return { ...alone, payload: write(event, { type: fact.type, data: place }) };
  }
}

function describeDeleted(event: LiveEventRow, threadId: string): Described {
  const data = { ...placeOf(event), threadId, messageId: readMessageId(event) };
  const isNote = event.audience === "team";
  return { about: threadId, isNote, payload: write(event, { type: "message.deleted", data }) };
}

async function describeMessage(
  deps: Deps,
  event: LiveEventRow,
  { thread, type }: { thread: ThreadRow; type: "message.created" | "message.updated" },
): Promise<Described | null> {
  const row: MessageRow | undefined = await deps.store.reader
    .selectFrom("messages")
    .selectAll()
    .where("organizationId", "=", event.organizationId)
    .where("id", "=", readMessageId(event))
    .executeTakeFirst();
  // One that was deleted since is an event by now.
  if (!row || row.kind === "event") return null;
  const presented = presentMessage(row, deps);
  const attachments = presented.attachments.map((file) => ({
    ...file,
    url: deps.origin === null ? file.url : deps.origin + file.url,
  }));
  const ids = { threadId: thread.id, contactId: thread.contactId };
  const data = { ...placeOf(event), ...ids, message: { ...presented, attachments } };
  return { about: thread.id, isNote: row.audience === "team", payload: write(event, { type, data }) };
}

function readMessageId({ payload }: LiveEventRow): string {
  const { messageId = "" } = JSON.parse(payload) as { messageId?: string }; // written by tell
  return messageId;
}

async function describeContact(
  { store }: Deps,
  event: LiveEventRow,
  fact: ContactFact,
): Promise<Described | null> {
  const row = await store.reader
    .selectFrom("contacts")
    .selectAll()
    .where("organizationId", "=", event.organizationId)
    .where("id", "=", event.contactId ?? "")
    .where("preview", "=", 0)
    .executeTakeFirst();
  if (!row) return null;
  const { id, name, externalId } = row;
  const attributes = JSON.parse(row.attributes) as Record<string, string | number | boolean | null>; // written after the contract's check
  const [consent] = await listConsent(store.reader, { organizationId: event.organizationId, contactId: id });
  const contact = {
    ...{ id, name, verified: row.verified === 1, ...pickContactTexts(row), attributes, externalId },
    isBlocked: row.blockedAt !== null,
    consent: consent ? { value: consent.value, at: consent.at } : null,
  };
  return { about: id, isNote: false, payload: writeContact(event, fact, contact) };
}

type ToldContact = Extract<WebhookPayload, { type: "contact.updated" }>["data"]["contact"];

function writeContact(event: LiveEventRow, fact: ContactFact, contact: ToldContact): string {
  const data = { ...placeOf(event), contact };
  switch (fact.type) {
    case "contact.created":
    case "contact.identified":
      return write(event, { type: fact.type, data });
    case "contact.updated":
      return write(event, { type: fact.type, data: { ...data, changed: fact.changed } });
    case "contact.unmerged":
      return write(event, { type: fact.type, data: { ...data, from: fact.from } });
  }
}

/** The body of an event, whose time is that of what happened. */
export function write(
  { createdAt }: Pick<LiveEventRow, "createdAt">,
  { type, data, test }: WithoutTime<WebhookPayload>,
): string {
  return JSON.stringify({ type, timestamp: new Date(createdAt).toISOString(), test, data });
}

type WithoutTime<Payload> = Payload extends { timestamp: string } ? Omit<Payload, "timestamp"> : never;

function placeOf({ organizationId, agentId }: LiveEventRow) {
  return { organizationId, agentId };
}

async function findThread({ store }: Deps, event: LiveEventRow): Promise<ThreadRow | undefined> {
  return store.reader
    .selectFrom("threads")
    .selectAll()
    .where("organizationId", "=", event.organizationId)
    .where("id", "=", event.threadId ?? "")
    .executeTakeFirst();
}
