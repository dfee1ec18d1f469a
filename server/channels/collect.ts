import { isChannelType } from "../../shared/domain/channels.ts";
import type { MessageRow, ThreadRow } from "../conversations/tables.ts";
import { newId } from "../database/ids.ts";
import type { Db, Tx } from "../database/store.ts";
import { createFollower } from "../live/follower.ts";
import type { Batch, Follower } from "../live/follower.ts";
import { channelFollower } from "./deps.ts";
import type { ChannelDeps } from "./deps.ts";
import type { ChannelKinds } from "./kinds/kinds.ts";
import { findDisclosure } from "./disclosure.ts";
import { selectBound } from "./findBound.ts";
import type { BoundRow } from "./findBound.ts";
import { renderMessage } from "./render.ts";
import { sendingKind } from "./sendDeliveries.ts";
import type { ChannelDeliveryRow } from "./tables.ts";

type Said = Pick<
  MessageRow,
  | "id"
  | "threadId"
  | "agentId"
  | "role"
  | "content"
  | "citations"
  | "followUps"
  | "attachments"
  | "createdAt"
  | "position"
  | "inReplyTo"
>;

/** Follows agents with channels, and puts into line what was said in conversations that go on there, each message once. */
export function createChannelFollower(deps: ChannelDeps, kinds: ChannelKinds): Follower {
  const { store, now, report } = deps;
  return createFollower({
    ...{ name: channelFollower, store, now, report },
    selectSubscribers: (db) =>
      db
        .selectFrom("channels")
        .select(["organizationId", (row) => row.val("").as("subscriberId")])
        .where("enabled", "=", 1)
        .distinct(),
    async take(batch) {
      const said = await listSaid(store.reader, batch);
      return {
        async write(tx) {
          for (const message of said) await putInLine({ deps, kinds, tx }, batch, message);
          return true;
        },
      };
    },
  });
}

/** The whole messages of agent and team among what happened. */
async function listSaid(db: Db, { organizationId, events }: Batch): Promise<Said[]> {
  const ids = events.flatMap(({ kind, payload, audience }) => {
    if (kind !== "message" || audience !== "all") return [];
    return (JSON.parse(payload) as { messageId?: string }).messageId ?? []; // written by conversations
  });
  if (ids.length === 0) return [];
  return db
    .selectFrom("messages")
    .select(["id", "threadId", "agentId", "role", "content", "citations", "followUps", "attachments"])
    .select(["createdAt", "position", "inReplyTo"])
    .where("organizationId", "=", organizationId)
    .where("id", "in", [...new Set(ids)])
    .where("role", "in", ["assistant", "support"])
    .where("kind", "=", "text")
    .where("audience", "=", "all")
    .where("status", "in", ["sent", "stopped"])
    .orderBy("position")
    .execute();
}

interface Line {
  deps: ChannelDeps;
  kinds: ChannelKinds;
  tx: Tx;
}

async function putInLine({ deps, kinds, tx }: Line, batch: Batch, message: Said): Promise<void> {
  const { organizationId } = batch;
  const bound = await findBoundThen(deps, tx, { organizationId, message });
  // What was said before the conversation went on by the channel was read elsewhere.
  if (!bound || message.createdAt < bound.createdAt - 1000) return;
  if (await isInLine(tx, organizationId, message.id)) return;
  const isInChat = await isReadInChat(tx, organizationId, { bound, message });
  // In the chat the agent's answers are read as they are written.
  if (isInChat && message.role === "assistant" && bound.lastReceivedAt === null) return;
  const kind = kinds[bound.type];
  if (kind.speaksAnswers && message.role === "assistant" && message.inReplyTo !== null) return;
  const now = deps.now();
  const key = { organizationId, agentId: message.agentId, threadId: message.threadId };
  const isTold = message.role === "assistant" && kind.disclosesAutomation;
  const disclosure = isTold ? await findDisclosure(tx, key) : null;
  const content = disclosure === null ? message.content : `${disclosure}\n\n${message.content}`;
  const pieces = renderMessage({ ...message, content }, kind);
  const isRated = kind.takesRatings && message.role === "assistant" && message.inReplyTo !== null;
  const last = isRated ? pieces.at(-1) : undefined;
  if (last) last.isRateable = true;
  const rows = pieces.map((outgoing, part): ChannelDeliveryRow => ({
    ...{ organizationId, id: newId(now), agentId: message.agentId, type: bound.type },
    ...{ threadId: message.threadId, messageId: message.id, part, content: JSON.stringify(outgoing) },
    ...{ externalId: bound.externalId, address: bound.address },
    ...{ state: "queued", jobId: null, platformId: null, problem: null, attempts: 0 },
    ...{ createdAt: now, updatedAt: now },
  }));
  if (rows.length === 0) return;
  await tx.insertInto("channelDeliveries").values(rows).execute();
  await deps.jobs.enqueue(tx, {
    ...{ organizationId, kind: sendingKind(bound.type), key: message.id },
    payload: { agentId: message.agentId, threadId: message.threadId },
    ...(isInChat && bound.type === "email" && { runAt: now + mailAfterMs }),
  });
}

/** How long somebody who left an address has to come back to the chat before a reply goes to them by mail. */
const mailAfterMs = 2 * 60_000;
const chats = ["widget", "hosted-web"];

/** Whether a visitor may read a message in the chat, where the conversation began: they wrote nothing elsewhere just now. */
async function isReadInChat(
  tx: Tx,
  organizationId: string,
  { bound, message }: { bound: BoundRow; message: Said },
): Promise<boolean> {
  const { lastReceivedAt } = bound;
  if (lastReceivedAt !== null && message.createdAt - lastReceivedAt < 5 * mailAfterMs) return false;
  const thread = await tx
    .selectFrom("threads")
    .select("surfaceType")
    .where("organizationId", "=", organizationId)
    .where("id", "=", bound.threadId)
    .executeTakeFirst();
  return thread !== undefined && chats.includes(thread.surfaceType);
}

/** An edited message is not sent again. */
async function isInLine(tx: Tx, organizationId: string, messageId: string): Promise<boolean> {
  const found = await tx
    .selectFrom("channelDeliveries")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("messageId", "=", messageId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * The channel that was in use when a message was written; none where it was said in a chat. A conversation that the team began
 * by a channel learns here whom it reaches.
 */
async function findBoundThen(
  { now }: ChannelDeps,
  tx: Tx,
  { organizationId, message }: { organizationId: string; message: Said },
): Promise<BoundRow | undefined> {
  const { threadId, agentId } = message;
  const inUse = await selectBound(tx, { organizationId, threadId })
    .selectAll("bound")
    .where("bound.fromPosition", "<=", message.position)
    .orderBy("bound.fromPosition", "desc")
    .limit(1)
    .executeTakeFirst();
  if (inUse) return inUse.type === null ? undefined : { ...inUse, type: inUse.type };
  const thread = await tx
    .selectFrom("threads")
    .select(["contactId", "surfaceType", "title", "createdAt"])
    .where("organizationId", "=", organizationId)
    .where("id", "=", threadId)
    .executeTakeFirst();
  if (thread && chats.includes(thread.surfaceType))
    return message.role === "support"
      ? bindToMail(tx, { organizationId, agentId, threadId, thread })
      : undefined;
  if (!thread || !isChannelType(thread.surfaceType)) return undefined;
  return bindBegun(tx, { organizationId, agentId, threadId, thread, now: now() });
}

/** A visitor who left an address gets the team's replies there, where the agent has a mailbox. */
async function bindToMail(
  tx: Tx,
  { organizationId, agentId, threadId, thread }: Omit<Begun, "now">,
): Promise<BoundRow | undefined> {
  const mailbox = await tx
    .selectFrom("channels")
    .select("type")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("type", "=", "email")
    .where("enabled", "=", 1)
    .executeTakeFirst();
  const contact = await tx
    .selectFrom("contacts")
    .select("email")
    .where("organizationId", "=", organizationId)
    .where("id", "=", thread.contactId)
    .where("preview", "=", 0)
    .where("blockedAt", "is", null)
    .executeTakeFirst();
  if (!mailbox || !contact?.email) return undefined;
  return bindFromStart(tx, {
    ...{ organizationId, threadId, agentId, type: "email", externalId: contact.email.toLowerCase() },
    ...{ conversation: `${contact.email.toLowerCase()}|${threadId}`, lastReceivedAt: null },
    address: JSON.stringify({ to: contact.email, subject: thread.title }),
    createdAt: thread.createdAt,
  });
}

interface Begun {
  organizationId: string;
  agentId: string;
  threadId: string;
  thread: Pick<ThreadRow, "contactId" | "surfaceType" | "title" | "createdAt">;
  now: number;
}

async function bindBegun(tx: Tx, begun: Begun): Promise<BoundRow | undefined> {
  const { organizationId, agentId, threadId, thread } = begun;
  const identity = await tx
    .selectFrom("contactIdentities")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", thread.contactId)
    .where("type", "=", thread.surfaceType)
    .orderBy("lastReceivedAt", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!identity || !isChannelType(identity.type)) return undefined;
  const { externalId, conversation, address, lastReceivedAt } = identity;
  return bindFromStart(tx, {
    ...{ organizationId, threadId, agentId, type: identity.type, externalId, conversation, address },
    ...{ lastReceivedAt, createdAt: thread.createdAt },
  });
}

/** Undefined where the conversation began on a channel of somebody who is another contact by now. */
async function bindFromStart(tx: Tx, place: Omit<BoundRow, "fromPosition">): Promise<BoundRow | undefined> {
  const row = { ...place, fromPosition: 0 };
  const { numInsertedOrUpdatedRows: count } = await tx
    .insertInto("channelThreads")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return count === 1n ? row : undefined;
}
