import type { ThreadPart } from "../../../shared/domain/webhooks.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { holdMember } from "../../accounts/members.ts";
import { newId } from "../../database/ids.ts";
import type { Tx } from "../../database/store.ts";
import { runWithHalt } from "./haltAnswers.ts";
import type { Halt } from "./haltAnswers.ts";
import type { ConversationDeps } from "../deps.ts";
import { endAnswer } from "../answers/endAnswer.ts";
import type { AnswerEnd } from "../answers/endAnswer.ts";
import { lockThread } from "./find.ts";
import { fillFields } from "../inbox/threadFields.ts";
import { labelThread } from "../inbox/labels.ts";
import { addAgentNote, readAgentNotes, writeAgentNote } from "../messages/notes/agentNotes.ts";
import { findNamed } from "../inbox/named.ts";
import { wakeLater } from "../inbox/wake.ts";
import { readMentions } from "../messages/notes/mentions.ts";
import { refuseConflicts } from "./refuseConflicts.ts";
import { planChange } from "./planChange.ts";
import type { ThreadRow } from "../tables.ts";
import { tell } from "./tell.ts";
import { addMessages, updateThread } from "../messages/write.ts";
import type { NewMessage } from "../messages/write.ts";
import { endOf } from "../answers/writer.ts";
import type { Writer } from "../answers/writer.ts";
import type { DecidedChange } from "./decidedChange.ts";
import { isFree } from "./isFree.ts";

/**
 * Does what a member decides about a thread. Taking over, assigning or resolving it silences the agent: its text stays
 * as far as it came, and no word of it follows theirs. Nothing is halted for what is refused. A thread that a colleague
 * has taken is a `conflict` for who takes over.
 */
export async function changeThread(deps: ConversationDeps, writer: Writer, change: DecidedChange) {
  const { key, say } = change;
  return runWithHalt(deps, writer, async (tx, halt) => {
    // Before the thread: leaving ends the membership first, then releases the member's threads.
    if (change.assigneeId)
      await holdMember(tx, { organizationId: key.organizationId, userId: change.assigneeId });
    const found = await lockThread(tx, key);
    await refuseConflicts(tx, found, change);
    await change.before?.(tx, found);
    const now = deps.now();
    if (change.handledBy === "human" && isFree(found)) await holdTaker(tx, change);
    const named = await findNamed(tx, key.organizationId, change);
    const alsoChanged: ThreadPart[] = [
      ...((await labelThread(tx, found, { ...change, now })) ? ["labelIds" as const] : []),
      ...((await fillFields(tx, found, change.customFields)) ? ["customFields" as const] : []),
    ];
    const said = say ? [await say(tx, found)] : [];
    const thread = await silence(deps, tx, { thread: found, change, halt, now });
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
    const messages = [...(told ? [told.note] : []), ...events, ...said];
    const isSaid = messages.some(({ audience }) => audience !== "team");
    const { userId } = change.member;
    const hasSeenMention = isRead && (await readMentions(tx, thread, { userId, now }));
    const teamReadTo = isSaid ? thread.nextPosition + messages.length : await countShown(tx, thread);
    if (isRead && teamReadTo > thread.teamReadTo) changes.teamReadTo = teamReadTo;
    // It waits for somebody, or its previous assignee has room.
    if (["assigneeId", "personRequestedAt", "teamId", "status"].some((name) => name in changes))
      deps.assignLater(tx, thread.organizationId);
    if (changes.snoozedUntil) await wakeLater(deps, tx, { ...thread, snoozedUntil: changes.snoozedUntil });
    const isChanged =
      messages.length > 0 || Object.keys(changes).length > 0 || alsoChanged.length > 0 || hasSeenMention;
    const decided = isChanged ? await write() : { thread, messages: [] };
    await change.after?.(tx, isChanged, decided.thread);
    return decided;

    async function write() {
      if (messages.length > 0) return addMessages(deps, tx, { thread, messages, changes, alsoChanged, now });
      const updated = await updateThread(tx, thread, { changes, now });
      const audience = Object.keys(changes).length === 0 ? "team" : "all";
      await tell(deps, tx, { thread: updated, before: thread, alsoChanged, audience, now });
      return { thread: updated, messages: [] };
    }
  });
}

/** Former members find nothing, as before the handler. */
async function holdTaker(tx: Tx, { key, member }: DecidedChange): Promise<void> {
  const { organizationId } = key;
  if (!(await holdMember(tx, { organizationId, userId: member.userId }))) throw new AppError("not_found");
}

/** Ends what the agent is writing if it may no longer speak, and gives the thread as it is then. */
async function silence(
  deps: ConversationDeps,
  tx: Tx,
  { thread, change, halt, now }: { thread: ThreadRow; change: DecidedChange; halt: Halt; now: number },
): Promise<ThreadRow> {
  const { handledBy, assigneeId, status, key } = change;
  const isPutBack = change.restored?.(thread).handledBy === "human";
  const isSilent =
    isPutBack || handledBy === "human" || typeof assigneeId === "string" || status === "resolved";
  if (!isSilent || thread.handledBy !== "ai") return thread;
  await endStreaming(deps, tx, { thread, halted: halt(thread.id), now });
  return lockThread(tx, key);
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

interface Streaming {
  thread: ThreadRow;
  halted: ReturnType<Writer["halt"]>;
  now: number;
  /** Stopped, where nothing else is said. */
  as?: Pick<AnswerEnd, "status" | "error">;
}

const stopped = { status: "stopped", error: null } as const;

/** Ends the answers that are still being written in a thread, here or in another process. */
export async function endStreaming(
  deps: ConversationDeps,
  tx: Tx,
  { thread, halted, now, as = stopped }: Streaming,
): Promise<void> {
  const rows = await tx
    .selectFrom("messages")
    .selectAll()
    .where("organizationId", "=", thread.organizationId)
    .where("threadId", "=", thread.id)
    .where("status", "=", "streaming")
    .execute();
  for (const row of rows) {
    const run = halted.find((one) => one.row.id === row.id && one.row.generation === row.generation);
    const end = run ? endOf(run, as.status, as.error) : { ...as, text: row.content, outcome: null };
    await endAnswer(deps, tx, { row, end, thread, now });
  }
}
