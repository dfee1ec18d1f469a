import { AppError } from "../../../shared/errors/errors.ts";
import { findAnsweringAgent } from "../../agents/find.ts";
import { newId } from "../../database/ids.ts";
import { statement } from "../../database/statement.ts";
import type { Db, Tx } from "../../database/store.ts";
import type { VisitorCaller } from "../../requests/handle.ts";
import {
  checkTypes,
  hasSameFiles,
  nameAttachments,
  refuseMissing,
  takeAttachments,
} from "../files/attachments.ts";
import type { CheckedTypes } from "../files/attachments.ts";
import { keepFirstForm, makeKeptForm } from "../actions/firstForm.ts";
import type { FirstForm } from "../actions/firstForm.ts";
import { haltDuring } from "../threads/haltAnswers.ts";
import type { Halt } from "../threads/haltAnswers.ts";
import type { ConversationDeps } from "../deps.ts";
import { lockThread, lockWanted, type WantedIds } from "../threads/find.ts";
import { endStreaming } from "../threads/handOver.ts";
import { handToTeam } from "../threads/handoff.ts";
import { claim } from "../answers/lease.ts";
import { openThread, sawContact, titleOf } from "../threads/openThread.ts";
import { moveTo } from "../visitors/pages.ts";
import { agentsOwn } from "../threads/planChange.ts";
import type { VisitedPage } from "../visitors/pages.ts";
import type { EarlierText, MessageRow, ThreadRow } from "../tables.ts";
import { emptyAnswer } from "./emptyAnswer.ts";
import { retryOnDuplicate } from "./retryOnDuplicate.ts";
import type { VisitorBrowser } from "../visitors/visitorBrowser.ts";
import { agentLive, agentPaused, waiting, waitsForAgent } from "../threads/waitForTeam.ts";
import { addMessages, reopened } from "./write.ts";
import type { NewMessage } from "./write.ts";
import type { Writer } from "../answers/writer.ts";

export interface SentMessage extends WantedIds {
  caller: VisitorCaller;
  clientId: string;
  content: string;
  /** Files of the visitor's own, those of a form among them. */
  attachments: string[];
  /** Kept with a conversation that begins here. */
  form?: FirstForm | null;
  /** Kept with a conversation that begins here, and as the latest one of any other. */
  page?: VisitedPage;
  /** The visitor's; kept with a conversation that begins here. */
  browser?: VisitorBrowser;
  /** The team answers it: its conversation waits in the inbox. */
  isForTeam?: boolean;
  /** The agent is silent, as if it were paused. */
  isSilent?: boolean;
  /** The team sees that the sender is not verified. */
  isUnverified?: boolean;
  /** What the page says of itself now. */
  context?: Record<string, unknown>;
}

/** A visitor's message as it is stored; `answer` is null where none follows: a person answers or is waited for. */
export interface Accepted {
  thread: ThreadRow;
  message: MessageRow;
  answer: MessageRow | null;
  /** False where this message had been stored before. */
  isNew: boolean;
}

/**
 * Stores a visitor's message and the answer to come in one transaction, once however often and at once it is repeated. The
 * answer is begun while the disk is still written: nothing of it is shown before this resolves.
 */
export async function acceptMessage(
  deps: ConversationDeps,
  writer: Pick<Writer, "owner" | "start" | "halt" | "settle">,
  sent: SentMessage,
): Promise<Accepted> {
  const { owner } = writer;
  const types = await checkTypes(deps, sent.caller, sent.attachments);
  const store = async (tx: Tx, halt: Halt) => {
    await sawContact(tx, sent.caller, deps.now());
    return (await findRepeated(tx, sent)) ?? storeMessage(deps, tx, { ...sent, owner, types, halt });
  };
  const begin = ({ isNew, answer }: Accepted) => isNew && answer && writer.start(answer);
  const whenCommitted = (stored: Accepted) => void begin(stored);
  return retryOnDuplicate(() =>
    haltDuring(writer, (halt) => deps.store.transaction((tx) => store(tx, halt), { whenCommitted })),
  );
}

async function findRepeated(
  tx: Tx,
  { caller, threadId, clientId, content, attachments }: SentMessage,
): Promise<Accepted | null> {
  const { organizationId, contactId, agentId } = caller;
  const [message] = await selectBySender(tx, { organizationId, contactId, clientId });
  if (!message) return null;
  const isOther = threadId !== undefined && threadId !== message.threadId;
  if (isOther || !hasSaid(message, content) || !hasSameFiles(message, attachments))
    throw new AppError("repeated_with_other_content");
  const thread = await lockThread(tx, { organizationId, agentId, threadId: message.threadId, contactId });
  const answer = await findAnswer(tx, message);
  return { thread, message, answer, isNew: false };
}

const selectBySender = statement(
  (
    db,
    { organizationId, contactId, clientId }: Record<"organizationId" | "contactId" | "clientId", string>,
  ) =>
    db
      .selectFrom("messages")
      .selectAll()
      .where("organizationId", "=", organizationId)
      .where("contactId", "=", contactId)
      // What the team deleted since is an event.
      .where("role", "in", ["user", "system"])
      .where("clientId", "=", clientId),
);

/** What was sent may have been rewritten since. */
function hasSaid(message: MessageRow, content: string): boolean {
  const earlier = JSON.parse(message.earlier) as EarlierText[]; // written by editMessage
  return message.content === content || earlier.some((text) => text.content === content);
}

/** Gives the answer to a visitor's message; null where none was begun. */
export async function findAnswer(
  db: Db,
  { organizationId, threadId, position, id }: MessageRow,
): Promise<MessageRow | null> {
  const row = await db
    .selectFrom("messages")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("position", ">", position)
    .where("inReplyTo", "=", id)
    .orderBy("position")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

async function storeMessage(
  deps: ConversationDeps,
  tx: Tx,
  sent: SentMessage & { owner: string; types: CheckedTypes; halt: Halt },
): Promise<Accepted> {
  const { caller, content, clientId, owner, types, halt } = sent;
  const { organizationId, agentId, contactId, preview } = caller;
  const agent = await findAnsweringAgent(tx, { organizationId, agentId }, { preview });
  if (!agent) throw new AppError("not_found");
  const { threadId, newThreadId } = sent;
  const known = await lockWanted(tx, { organizationId, agentId, contactId, threadId, newThreadId });
  // A transaction that waited for the thread's lock is later than the one it waited for.
  const now = deps.now();
  const id = newId(now);
  const attachments = await takeAttachments(tx, {
    ...{ sender: caller, ids: sent.attachments, types },
    to: { messageId: id, contactId },
  });
  if (attachments === null) {
    // They may have gone along with its twin, just now. Nothing else is written yet.
    const repeated = await findRepeated(tx, sent);
    return repeated ?? refuseMissing();
  }
  const begun =
    known ??
    (await openThread(tx, {
      ...{ caller, title: "", page: sent.page, browser: sent.browser, id: newThreadId, now },
    }));
  const { isForTeam, isSilent, page } = sent;
  const found = isForTeam
    ? await handToTeam(deps, tx, { thread: begun, agent, caller, page, halt, now })
    : begun;
  const isAwake = (agent.status === "live" || preview) && !isSilent && !isForTeam;
  const planned = await planTurn(tx, found, { isAwake });
  const said = { messageId: id, content, isFirst: found.nextPosition === 0 };
  const isTaken = planned.isAnswered && (await deps.procedures.takeMessage(tx, { thread: found, ...said }));
  const turn = { ...planned, isTaken };
  const thread = turn.isPaused ? await silence(deps, tx, { thread: found, halt, now }) : found;
  // It has no assignee, and the agent is silent: the first member gets it.
  const waits = !turn.isAnswered && thread.assigneeId === null && thread.personRequestedAt === null;
  const form =
    !known && sent.form ? makeKeptForm(sent.form, { thread, messageId: id, attachments, now }) : null;
  const actions = JSON.stringify(form ? [form.card] : []);
  const saidRow = { id, role: "user", kind: "text", content, clientId, attachments, actions } as const;
  const added = await addMessages(deps, tx, {
    thread,
    messages: listMessages(saidRow, { turn, owner, now, isUnverified: sent.isUnverified ?? false }),
    changes: {
      ...listChanges(thread, { sent, attachments, turn, waits, now }),
      ...(form && { firstForm: form.firstForm }),
    },
    now,
  });
  if (form) await keepFirstForm(deps, tx, { thread: added.thread, kept: form, now });
  if (waits) deps.assignLater(tx, organizationId);
  const [message] = added.messages;
  if (!message) throw new Error("The message was just added.");
  const answer = added.messages.find(({ role }) => role === "assistant") ?? null;
  return { thread: added.thread, message, answer, isNew: true };
}

/** Whose turn it is once the visitor has written. */
interface Turn {
  /** The agent's turn: it answers, or a workflow does. */
  isAnswered: boolean;
  /** A workflow continues with it, so that no answer is begun. */
  isTaken: boolean;
  /** It would be the agent's turn, but the agent is paused. */
  isPaused: boolean;
  /** The team's turn is the agent's again. */
  isAgentsAgain: boolean;
}

async function planTurn(
  tx: Tx,
  thread: ThreadRow,
  { isAwake }: { isAwake: boolean },
): Promise<Omit<Turn, "isTaken">> {
  const isAgentsAgain = isAwake && (await waitsForAgent(tx, thread));
  const isAgents = thread.handledBy === "ai" || isAgentsAgain;
  return { isAnswered: isAgents && isAwake, isPaused: isAgents && !isAwake, isAgentsAgain };
}

interface Saying {
  turn: Turn;
  owner: string;
  now: number;
  isUnverified: boolean;
}

/** What only the team reads below a message that its sender may not have written. */
const senderUnverified = { ...agentPaused, content: "senderUnverified" } as const;

/** What the visitor said, the answer that begins, and the lines that tell whose turn it is. */
function listMessages(
  said: NewMessage & { id: string },
  { turn, owner, now, isUnverified }: Saying,
): NewMessage[] {
  return [
    said,
    ...(isUnverified ? [senderUnverified] : []),
    ...(turn.isAnswered && !turn.isTaken
      ? [{ ...emptyAnswer, inReplyTo: said.id, ...claim(owner, now) }]
      : []),
    ...(turn.isPaused ? [agentPaused] : []),
    ...(turn.isAgentsAgain ? [agentLive] : []),
  ];
}

interface Stored {
  sent: SentMessage;
  attachments: string;
  turn: Turn;
  waits: boolean;
  now: number;
}

/** What a visitor's message changes of its thread. */
function listChanges(thread: ThreadRow, { sent, attachments, turn, waits, now }: Stored): Partial<ThreadRow> {
  return {
    ...reopened,
    ...(turn.isAgentsAgain && agentsOwn),
    ...(!turn.isAnswered && { waitingSince: thread.waitingSince ?? now }),
    ...(waits && waiting(thread, now)),
    unread: sent.caller.preview ? 0 : thread.unread + 1,
    title: thread.title || titleOf(sent.content || nameAttachments({ attachments })),
    context: sent.context ? JSON.stringify(sent.context) : null,
    ...moveTo(thread, sent.page),
  };
}

/** Pausing halts nothing: what the agent still writes ends where the team's turn begins, and no word of it follows theirs. */
async function silence(
  deps: ConversationDeps,
  tx: Tx,
  { thread, halt, now }: { thread: ThreadRow; halt: Halt; now: number },
): Promise<ThreadRow> {
  const { organizationId, agentId, id: threadId } = thread;
  await endStreaming(deps, tx, { thread, halted: halt(threadId), now });
  return lockThread(tx, { organizationId, agentId, threadId });
}
