import type { ThreadChange } from "../../shared/contract/threads.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { newId } from "../database/ids.ts";
import type { Tx } from "../database/store.ts";
import type { ConversationDeps, ThreadKey } from "./deps.ts";
import { endAnswer } from "./endAnswer.ts";
import type { AnswerEnd } from "./endAnswer.ts";
import { findThread, lockThread } from "./find.ts";
import { fillFields } from "./inbox/threadFields.ts";
import { labelThread } from "./inbox/labels.ts";
import { addAgentNote, readAgentNotes, writeAgentNote } from "./notes/agentNotes.ts";
import { findNamed } from "./inbox/named.ts";
import { wakeLater } from "./inbox/wake.ts";
import { readMentions } from "./notes/mentions.ts";
import { isFree, planChange } from "./planChange.ts";
import type { Member } from "./planChange.ts";
import type { ThreadRow } from "./tables.ts";
import { tell } from "./tell.ts";
import { addMessages, updateThread } from "./write.ts";
import type { NewMessage } from "./write.ts";
import { endOf } from "./writer.ts";
import type { Writer } from "./writer.ts";

export interface DecidedChange extends ThreadChange {
  key: ThreadKey;
  member: Member;
  /** What is said in the same transaction, after the change. */
  say?: (tx: Tx, thread: ThreadRow) => Promise<NewMessage>;
  /** Refused where a colleague has replied at this position or behind it. */
  seenTo?: number | undefined;
  /** Gives what is put back of the row, where a decision is undone. */
  restored?: (thread: ThreadRow) => Partial<ThreadRow>;
  /** Runs in the same transaction, once the thread is held and before anything of it is changed. */
  before?: (tx: Tx, thread: ThreadRow) => Promise<void>;
  /** Runs in the same transaction, after all of it; `isChanged` is false where all was so already. */
  after?: (tx: Tx, isChanged: boolean, thread: ThreadRow) => Promise<void>;
}

/**
 * Does what a member decides about a thread. Whoever takes over, or gives it to a person, silences the agent before
 * anything else: its text stays as far as it came, and no word of it follows theirs. A thread that a colleague has taken
 * is a `conflict` for who takes over.
 */
export async function changeThread(deps: ConversationDeps, writer: Writer, change: DecidedChange) {
  const { key, say } = change;
  refuseColleagues(await findThread(deps.store.db, key), change);
  const silences = change.handledBy === "human" || typeof change.assigneeId === "string";
  const halted = silences ? writer.halt(key.threadId) : [];
  try {
    return await deps.store.transaction(async (tx) => {
      const thread = await lockThread(tx, key);
      refuseColleagues(thread, change);
      await refuseReplied(tx, thread, change);
      await change.before?.(tx, thread);
      const now = deps.now();
      const named = await findNamed(tx, key.organizationId, change);
      if (silences && thread.handledBy === "ai") await endStreaming(deps, tx, { thread, halted, now });
      const decision = {
        ...change,
        ...named,
        isReply: say !== undefined,
        restored: change.restored?.(thread),
        now,
      };
      const { changes, events, isRead } = planChange(thread, decision);
      const told = await noteForAgent(tx, thread, change);
      if (told) changes.agentNoteIds = addAgentNote(thread, told.id);
      // What its visitor sees comes last: how far the team has read tells them of nothing behind it.
      const said = say ? [await say(tx, thread)] : [];
      const messages = [...(told ? [told.note] : []), ...events, ...said];
      const isLabelled = await labelThread(tx, thread, { ...change, now });
      const isFilled = await fillFields(tx, thread, change.customFields);
      const isSaid = messages.some(({ audience }) => audience !== "team");
      const { userId } = change.member;
      const hasSeenMention = isRead && (await readMentions(tx, thread, { userId, now }));
      const teamReadTo = isSaid ? thread.nextPosition + messages.length : await countShown(tx, thread);
      if (isRead && teamReadTo > thread.teamReadTo) changes.teamReadTo = teamReadTo;
      // It waits for somebody, or whoever had it has room.
      if (["assigneeId", "teamId", "status"].some((name) => name in changes))
        deps.assignLater(tx, thread.organizationId);
      if (changes.snoozedUntil) await wakeLater(deps, tx, { ...thread, snoozedUntil: changes.snoozedUntil });
      const isChanged =
        messages.length > 0 || Object.keys(changes).length > 0 || isLabelled || isFilled || hasSeenMention;
      const decided = isChanged ? await write() : { thread, messages: [] };
      await change.after?.(tx, isChanged, decided.thread);
      return decided;

      async function write() {
        if (messages.length > 0) return addMessages(deps, tx, { thread, messages, changes, now });
        const updated = await updateThread(tx, thread, { changes, now });
        const audience = Object.keys(changes).length === 0 ? "team" : "all";
        await tell(deps, tx, { thread: updated, before: thread, audience, now });
        return { thread: updated, messages: [] };
      }
    });
  } finally {
    // Where the change was refused after all, what was halted for it is stored as stopped.
    await writer.settle(halted);
  }
}

/** The position behind the newest message that the visitor sees too: how far the team has read tells them of no other. */
async function countShown(tx: Tx, { organizationId, id }: ThreadRow): Promise<number> {
  const newest = await tx
    .selectFrom("messages")
    .select("position")
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", id)
    .where("audience", "=", "all")
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest ? newest.position + 1 : 0;
}

function refuseColleagues(thread: ThreadRow, { handledBy, member }: DecidedChange): void {
  if (handledBy !== "human" || isFree(thread) || thread.assigneeId === member.userId) return;
  throw new AppError("conflict", { message: "A colleague has taken this conversation over." });
}

/** The note that a conversation is handed back with; null where there is none, or the call is a repeat. */
async function noteForAgent(
  tx: Tx,
  thread: ThreadRow,
  { note: content, member }: DecidedChange,
): Promise<{ id: string; note: NewMessage } | null> {
  if (content === undefined) return null;
  const { organizationId, id: threadId, agentNoteIds, handledBy } = thread;
  const known = await readAgentNotes(tx, { organizationId, threadId, agentNoteIds });
  if (handledBy === "ai" && known.at(-1) === content) return null;
  const id = newId();
  return { id, note: writeAgentNote(member, { id, content }) };
}

async function refuseReplied(
  tx: Tx,
  { organizationId, id }: ThreadRow,
  { seenTo, member }: DecidedChange,
): Promise<void> {
  if (seenTo === undefined) return;
  const reply = await tx
    .selectFrom("messages")
    .select("authorName")
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", id)
    .where("position", ">=", seenTo)
    .where("role", "=", "support")
    .where("audience", "=", "all")
    .where("authorId", "!=", member.userId)
    .limit(1)
    .executeTakeFirst();
  if (!reply) return;
  const message = `${reply.authorName ?? "A colleague"} replied while you wrote.`;
  throw new AppError("conflict", { message });
}

interface Streaming {
  thread: ThreadRow;
  halted: ReturnType<Writer["halt"]>;
  now: number;
  /** This answer alone. */
  messageId?: string;
  /** Stopped, where nothing else is said. */
  as?: Pick<AnswerEnd, "status" | "error">;
}

const stopped = { status: "stopped", error: null } as const;

/** Ends the answers that are still being written in a thread, here or in another process. */
export async function endStreaming(
  deps: ConversationDeps,
  tx: Tx,
  { thread, halted, now, messageId, as = stopped }: Streaming,
): Promise<void> {
  const rows = await tx
    .selectFrom("messages")
    .selectAll()
    .where("organizationId", "=", thread.organizationId)
    .where("threadId", "=", thread.id)
    .where("status", "=", "streaming")
    .execute();
  for (const row of rows.filter(({ id }) => messageId === undefined || id === messageId)) {
    const run = halted.find((one) => one.row.id === row.id && one.row.generation === row.generation);
    const end = run ? endOf(run, as.status, as.error) : { ...as, text: row.content, outcome: null };
    await endAnswer(deps, tx, { row, end, thread, now });
  }
}
