import type { ThreadPart } from "../../../shared/domain/webhooks.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Tx } from "../../database/store.ts";
import type { NewEvent } from "../../live/events.ts";
import type { ContactKey, ConversationDeps } from "../deps.ts";
import { messageFacts, threadFacts } from "./facts.ts";
import type { ContactFact, EndFact } from "./facts.ts";
import type { MessageRow, ThreadRow } from "../tables.ts";

export interface News {
  thread: ThreadRow;
  /** The thread as it was, where its own row was changed. */
  before?: ThreadRow;
  /** What else changed of it, which is in other rows. */
  alsoChanged?: readonly ThreadPart[] | undefined;
  messages?: MessageRow[];
  /** `team`: what its visitor sees is the same as before. */
  audience?: "all" | "team";
  /** Whether the messages are said just now; those that were there already are changed. */
  isNew?: boolean;
  /** Whether what the messages said is deleted just now, for good. */
  isRemoved?: boolean;
  now: number;
}

/**
 * Writes the live events of changed threads of one agent and of their changed messages, for the team and the visitors whose
 * threads they are.
 */
export async function tell(
  { events }: Pick<ConversationDeps, "events">,
  tx: Tx,
  ...news: News[]
): Promise<void> {
  const all = news.flatMap(eventsOf);
  const last = all.pop();
  if (last) await events.append(tx, ...all, last);
}

function eventsOf({
  thread,
  before = thread,
  alsoChanged,
  messages = [],
  audience: whose = "all",
  isNew = false,
  isRemoved = false,
  now,
}: News): NewEvent[] {
  const { organizationId, agentId, contactId, id: threadId } = thread;
  const base = { organizationId, agentId, contactId, threadId, audience: whose, createdAt: now };
  const isBegun = before.nextPosition === 0 && thread.nextPosition > 0;
  const ofMessages = messages.map((message, index) => {
    const { id: messageId, audience } = message;
    const facts = messageFacts(message, { isNew, isBegun: isBegun && index === 0, isRemoved });
    const heardBy = whose === "team" ? whose : audience;
    return { ...base, audience: heardBy, kind: "message", payload: { messageId, ...facts } };
  });
  const payload = { ...threadFacts(before, thread, alsoChanged) };
  return [...ofMessages, { ...base, kind: "thread", payload }];
}

/** A thread that was deleted: of previews nobody outside is told. */
export type GoneThread = Pick<ThreadRow, "id" | "preview">;

/** Writes the live events of threads that were deleted; whose they were stands nowhere. */
export async function tellGone(
  { events, now }: Pick<ConversationDeps, "events" | "now">,
  tx: Tx,
  { threads, ...key }: AgentKey & { threads: readonly GoneThread[] },
): Promise<void> {
  const base = { ...key, contactId: null, kind: "threadGone", audience: "team", createdAt: now() } as const;
  const facts = [{ type: "conversation.deleted" }] satisfies EndFact[];
  const all = threads.map(({ id: threadId, preview }) => ({
    ...{ ...base, threadId },
    payload: preview === 1 ? {} : { facts },
  }));
  const last = all.pop();
  if (last) await events.append(tx, ...all, last);
}

/**
 * Writes the live event by which a visitor hears that one of their conversations was deleted. It is not the team's: that one
 * stays where the visitor's own are deleted with them.
 */
export async function tellGoneTo(
  { events, now }: Pick<ConversationDeps, "events" | "now">,
  tx: Tx,
  visitor: ContactKey & { threadId: string },
): Promise<void> {
  await events.append(tx, { ...visitor, kind: "threadGone", audience: "all", payload: {}, createdAt: now() });
}

/** Writes the live events of contacts that have changed for the team, or are gone, with what happened to them. */
export async function tellContact(
  { events }: Pick<ConversationDeps, "events">,
  tx: Tx,
  ...contacts: (ContactKey & { now: number; facts?: readonly (ContactFact | EndFact)[] })[]
): Promise<void> {
  const all = contacts.map(({ organizationId, agentId, contactId, now, facts = [] }) => ({
    ...{ organizationId, agentId, contactId, threadId: null, kind: "contact", audience: "team" as const },
    ...{ payload: facts.length > 0 ? { facts } : {}, createdAt: now },
  }));
  const last = all.pop();
  if (last) await events.append(tx, ...all, last);
}

/** Writes the live event of a contact that went into another one: all that was theirs is that one's. */
export async function tellMerged(
  deps: Pick<ConversationDeps, "events">,
  tx: Tx,
  { from, into }: { from: ContactKey & { now: number }; into: string },
): Promise<void> {
  await tellContact(deps, tx, { ...from, facts: [{ type: "contact.merged", into }] });
}

/** Writes the live event of an agent that is deleted for good with all its conversations. */
export async function tellAgentGone(
  { events, now }: Pick<ConversationDeps, "events" | "now">,
  tx: Tx,
  { organizationId, agentId }: AgentKey,
): Promise<void> {
  const about = { organizationId, agentId, contactId: null, threadId: null, audience: "team" as const };
  const facts = [{ type: "agent.deleted" }] satisfies EndFact[];
  await events.append(tx, { ...about, kind: "agent", payload: { facts }, createdAt: now() });
}

/** Writes the live event of what the team keeps beside an agent's conversations: it is to be read afresh. */
export async function tellKept(
  { events, now }: Pick<ConversationDeps, "events" | "now">,
  tx: Tx,
  { organizationId, agentId, kind }: AgentKey & { kind: "views" | "cannedReplies" },
): Promise<void> {
  const about = { organizationId, agentId, contactId: null, threadId: null, audience: "team" as const };
  await events.append(tx, { ...about, kind, payload: {}, createdAt: now() });
}
