import { AppError } from "../../shared/errors/errors.ts";
import { findAnsweringAgent } from "../agents/find.ts";
import { shorten } from "../answering/plainText.ts";
import { isUniqueViolation } from "../database/faults.ts";
import { newId } from "../database/ids.ts";
import type { Db, Tx } from "../database/store.ts";
import type { VisitorCaller } from "../door/handle.ts";
import type { ConversationDeps } from "./deps.ts";
import { lockThread } from "./find.ts";
import { claim } from "./lease.ts";
import type { MessageRow, ThreadRow } from "./tables.ts";
import { addMessages } from "./write.ts";

export interface SentMessage {
  caller: VisitorCaller;
  threadId: string | undefined;
  clientId: string;
  content: string;
  /** Where the visitor is, as the page around the frame says; kept with a conversation that begins here. */
  page?: { url: string; title: string };
  /** The process that will write the answer. */
  owner: string;
}

/** A visitor's message as it is stored; `answer` is null where none follows, because a person answers or nobody does. */
export interface Accepted {
  thread: ThreadRow;
  message: MessageRow;
  answer: MessageRow | null;
  /** False where this message had been stored before. */
  isNew: boolean;
}

const attempts = 3;

/** Stores a visitor's message and the answer to come in one transaction, once however often and at once it is repeated. */
export async function acceptMessage(deps: ConversationDeps, sent: SentMessage): Promise<Accepted> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await deps.store.transaction(
        async (tx) => (await findRepeated(tx, sent)) ?? storeMessage(deps, tx, sent),
      );
    } catch (error) {
      // Its twin was stored between our look and our write: the next look finds it.
      if (!isUniqueViolation(error) || attempt === attempts) throw error;
    }
  }
}

async function findRepeated(
  tx: Tx,
  { caller, threadId, clientId, content }: SentMessage,
): Promise<Accepted | null> {
  const { organizationId, contactId, agentId } = caller;
  const message = await tx
    .selectFrom("messages")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", contactId)
    .where("role", "=", "user")
    .where("clientId", "=", clientId)
    .executeTakeFirst();
  if (!message) return null;
  const isOther = message.content !== content || (threadId !== undefined && threadId !== message.threadId);
  if (isOther) throw new AppError("repeated_with_other_content");
  const thread = await lockThread(tx, { organizationId, agentId, threadId: message.threadId, contactId });
  const answer = await findAnswer(tx, message);
  return { thread, message, answer, isNew: false };
}

async function findAnswer(
  db: Db,
  { organizationId, threadId, position, id }: MessageRow,
): Promise<MessageRow | null> {
  const row = await db
    .selectFrom("messages")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("position", "=", position + 1)
    .where("inReplyTo", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

async function storeMessage(deps: ConversationDeps, tx: Tx, sent: SentMessage): Promise<Accepted> {
  const { caller, content, clientId, owner } = sent;
  const { organizationId, agentId, contactId, preview } = caller;
  const now = deps.now();
  const agent = await findAnsweringAgent(tx, { organizationId, agentId }, { preview });
  if (!agent) throw new AppError("not_found");
  const thread =
    sent.threadId === undefined
      ? await openThread(tx, sent, now)
      : await lockThread(tx, { organizationId, agentId, threadId: sent.threadId, contactId });
  const isAnswered = thread.handledBy === "ai" && (agent.status === "live" || preview);
  const id = newId(now);
  const added = await addMessages(deps, tx, {
    thread,
    messages: [
      { id, role: "user", kind: "text", content, clientId },
      ...(isAnswered ? [{ ...emptyAnswer, inReplyTo: id, ...claim(owner, now) }] : []),
    ],
    changes: { status: "open", unread: preview ? 0 : thread.unread + 1 },
    now,
  });
  await tx
    .updateTable("contacts")
    .set({ lastSeenAt: now })
    .where("organizationId", "=", organizationId)
    .where("id", "=", contactId)
    .execute();
  const [message, answer = null] = added.messages;
  if (!message) throw new Error("The message was just added.");
  return { thread: added.thread, message, answer, isNew: true };
}

const emptyAnswer = {
  role: "assistant",
  kind: "text",
  content: "",
  status: "streaming",
  attempts: 1,
} as const;
const longestTitle = 80;

async function openThread(tx: Tx, { caller, content, page }: SentMessage, now: number): Promise<ThreadRow> {
  const isWebPage = page !== undefined && /^https?:\/\//i.test(page.url);
  const row: ThreadRow = {
    organizationId: caller.organizationId,
    id: newId(now),
    agentId: caller.agentId,
    contactId: caller.contactId,
    surfaceType: caller.surfaceType,
    title: shorten(content.replace(/\s+/g, " ").trim(), longestTitle),
    status: "open",
    handledBy: "ai",
    assigneeId: null,
    unread: 0,
    preview: caller.preview ? 1 : 0,
    pageUrl: isWebPage ? page.url : null,
    pageTitle: isWebPage ? page.title : null,
    personRequestedAt: null,
    visitorReadTo: 0,
    teamReadTo: 0,
    context: null,
    lastMessageRole: null,
    lastMessageText: null,
    lastMessageAt: null,
    nextPosition: 0,
    lastActivityAt: now,
    createdAt: now,
  };
  await tx.insertInto("threads").values(row).execute();
  return row;
}
