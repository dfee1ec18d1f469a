import type { WebhookPayload } from "../../shared/contract/webhooks.ts";
import type { EventFacts, Fact } from "../conversations/facts.ts";
import { describeThreads } from "../conversations/people.ts";
import { presentMessage } from "../conversations/present.ts";
import type { MessageRow, ThreadRow } from "../conversations/tables.ts";
import type { LiveEventRow } from "../live/tables.ts";
import type { WebhookDeps } from "./deps.ts";

/** Something that happened, as one or many webhooks are told of it. */
export interface Told {
  eventId: string;
  type: string;
  agentId: string;
  /** The conversation or the contact that it is about. */
  about: string;
  position: number;
  /** The team's own: only for who asked for notes. */
  isNote: boolean;
  payload: string;
}

/** More facts than one event ever has. */
const factsAtMost = 10;

/** `origin`: what links begin with. */
type Deps = Pick<WebhookDeps, "store" | "attachmentKey" | "now"> & { origin: string };

/**
 * Gives what an agent's live events say to those outside, in order, as it is now. What is deleted meanwhile, and what
 * happened in a preview, is told to nobody.
 */
export async function describeEvents(deps: Deps, events: LiveEventRow[]): Promise<Told[]> {
  const told: Told[] = [];
  for (const event of events) {
    const { facts = [] } = JSON.parse(event.payload) as EventFacts; // written by conversations, absent elsewhere
    for (const [index, fact] of facts.entries()) {
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
  if (fact.type === "contact.created" || fact.type === "contact.identified") {
    return describeContact(deps, event, fact.type);
  }
  const thread = await findThread(deps, event);
  if (!thread || thread.preview === 1) return null;
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
  }
}

async function describeMessage(
  deps: Deps,
  event: LiveEventRow,
  { thread, type }: { thread: ThreadRow; type: "message.created" | "message.updated" },
): Promise<Described | null> {
  const { messageId = "" } = JSON.parse(event.payload) as { messageId?: string }; // written by tell
  const row: MessageRow | undefined = await deps.store.reader
    .selectFrom("messages")
    .selectAll()
    .where("organizationId", "=", event.organizationId)
    .where("id", "=", messageId)
    .executeTakeFirst();
  if (!row) return null;
  const presented = presentMessage(row, deps);
  const attachments = presented.attachments.map((file) => ({
    ...file,
    url: new URL(file.url, deps.origin).href,
  }));
  const ids = { threadId: thread.id, contactId: thread.contactId };
  const data = { ...placeOf(event), ...ids, message: { ...presented, attachments } };
  return { about: thread.id, isNote: row.audience === "team", payload: write(event, { type, data }) };
}

async function describeContact(
  { store }: Deps,
  event: LiveEventRow,
  type: "contact.created" | "contact.identified",
): Promise<Described | null> {
  const row = await store.reader
    .selectFrom("contacts")
    .selectAll()
    .where("organizationId", "=", event.organizationId)
    .where("id", "=", event.contactId ?? "")
    .executeTakeFirst();
  if (!row) return null;
  const { id, name, email, externalId } = row;
  const attributes = JSON.parse(row.attributes) as Record<string, string | number | boolean | null>; // written after the contract's check
  const contact = { id, name, verified: row.verified === 1, email, attributes, externalId };
  return { about: id, isNote: false, payload: write(event, { type, data: { ...placeOf(event), contact } }) };
}

/** The body of an event, whose time is that of what happened. */
export function write(
  { createdAt }: Pick<LiveEventRow, "createdAt">,
  { type, data }: WithoutTime<WebhookPayload>,
): string {
  return JSON.stringify({ type, timestamp: new Date(createdAt).toISOString(), data });
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
