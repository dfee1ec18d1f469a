import { watchEvents } from "../../../shared/contract/conversations/conversations.ts";
import type { LiveEvent } from "../../../shared/contract/conversations/conversations.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import type { ListeningTo } from "../../live/listeners.ts";
import type { StreamItem } from "../../live/stream.ts";
import type { LiveEventRow } from "../../live/tables.ts";
import type { ConversationDeps } from "../deps.ts";
import { findLabel, presentLabel } from "../inbox/labels.ts";
import { listNamedIds } from "../messages/notes/mentions.ts";
import { describeThreads, describeVisitorThreads } from "./describeThreads.ts";
import { presentMessage, presentVisitorMessage } from "../messages/present.ts";
import { findReply, presentReply } from "../messages/scheduled/rows.ts";
import type { MessageRow, ThreadRow } from "../tables.ts";
import type { Presence } from "../visitors/presence.ts";
import { readTransient } from "../visitors/typing.ts";

/** The call that streams an agent's live events to the team and, of their own threads, to visitors. */
export function createWatchRoute(deps: ConversationDeps, presence: Presence): Route {
  async function present(item: StreamItem, to: ListeningTo): Promise<LiveEvent | null> {
    if (item.type === "event") return presentEvent(deps, to, item.event);
    if (item.type === "transient") return readTransient(item.text);
    // Team watchers receive events from now on, and none about earlier arrivals.
    if (item.type === "ready" && to.contactId === undefined) presence.ask(to);
    return item;
  }

  return handle(watchEvents, async ({ caller, params, query }) => {
    const { organizationId } = caller;
    const { after, away } = query;
    if (caller.kind !== "visitor")
      return deps.events.stream({ organizationId, agentId: params.productId, after, present });
    const { agentId, contactId, preview } = caller;
    const visitor = { organizationId, agentId, contactId };
    // The visitor is there for as long as somebody reads these.
    const left = away === "true" || preview ? undefined : presence.enter(visitor);
    return deps.events.stream({ ...visitor, after, present, left });
  });
}

/** Gives an event with what it tells of as that is now; null for what is gone, and for previews, which only their maker sees. */
async function presentEvent(
  deps: ConversationDeps,
  to: ListeningTo,
  row: LiveEventRow,
): Promise<LiveEvent | null> {
  const { number, kind } = row;
  const keys = JSON.parse(row.payload) as Record<string, string>; // written with the event
  const isVisitor = to.contactId !== undefined;
  if (kind === "message" || kind === "thread") {
    const thread = await findOwnThread(deps, row);
    if (!thread || (thread.preview === 1 && !isVisitor)) return null;
    return kind === "thread"
      ? presentThreadEvent(deps, { number, thread, isVisitor })
      : presentMessageEvent(deps, { number, thread, isVisitor, messageId: keys["messageId"] ?? "" });
  }
  if (kind === "threadGone") {
    // Each of both has its own.
    if (isVisitor !== (row.contactId !== null)) return null;
    return { type: "threadGone", number, threadId: row.threadId ?? "" };
  }
  if (isVisitor) return null;
  if (kind === "sync")
    return { type: "sync", number, sourceId: keys["sourceId"] ?? "", runId: keys["runId"] ?? "" };
  if (kind === "workflow") return presentWorkflowEvent(number, keys);
  if (kind === "label") return presentLabelEvent(deps, row, keys["labelId"] ?? "");
  if (kind === "scheduled") return presentScheduledEvent(deps, row, keys["replyId"] ?? "");
  if (kind === "contact") return { type: "contact", number, contactId: row.contactId ?? "" };
  if (kind === "customFields" || kind === "views" || kind === "cannedReplies") return { type: kind, number };
  return kind === "agent" ? { type: "agent", number } : null;
}

function presentWorkflowEvent(number: number, keys: Record<string, string>): LiveEvent {
  const { workflowId = "", runId = "" } = keys;
  const what = keys["what"] === "asks" || keys["what"] === "decided" ? keys["what"] : "failed";
  return { type: "workflow", number, workflowId, runId, what };
}

async function presentLabelEvent(
  { store }: ConversationDeps,
  { organizationId, agentId, number }: LiveEventRow,
  labelId: string,
) {
  const label = await findLabel(store.db, { organizationId, agentId, labelId });
  return { type: "label" as const, number, labelId, label: label ? presentLabel(label) : null };
}

async function presentScheduledEvent(
  deps: ConversationDeps,
  { organizationId, number, threadId }: LiveEventRow,
  replyId: string,
) {
  const row = await findReply(deps.store.db, { organizationId, replyId });
  const reply = row ? presentReply(row, deps) : null;
  return { type: "scheduled" as const, number, threadId: threadId ?? "", replyId, reply };
}

interface Presented {
  number: number;
  thread: ThreadRow;
  isVisitor: boolean;
}

async function presentThreadEvent({ store }: ConversationDeps, { number, thread, isVisitor }: Presented) {
  const describe = isVisitor ? describeVisitorThreads : describeThreads;
  const [described] = await describe(store.db, [thread]);
  return described ? { type: "thread" as const, number, thread: described } : null;
}

async function presentMessageEvent(
  deps: ConversationDeps,
  { number, thread, isVisitor, messageId }: Presented & { messageId: string },
) {
  const row: MessageRow | undefined = await deps.store.db
    .selectFrom("messages")
    .selectAll()
    .where("organizationId", "=", thread.organizationId)
    .where("id", "=", messageId)
    .executeTakeFirst();
  if (!row || (isVisitor && row.audience === "team")) return null;
  if (isVisitor) return { type: "message" as const, number, message: presentVisitorMessage(row, deps) };
  const message = presentMessage(row, deps);
  return {
    ...{ type: "message" as const, number, message },
    ...(message.about?.mentions && { namedIds: await listNamedIds(deps.store.db, row) }),
  };
}

async function findOwnThread({ store }: ConversationDeps, row: LiveEventRow): Promise<ThreadRow | undefined> {
  if (row.threadId === null) return undefined;
  return store.db
    .selectFrom("threads")
    .selectAll()
    .where("organizationId", "=", row.organizationId)
    .where("id", "=", row.threadId)
    .executeTakeFirst();
}
