import { AppError } from "../../shared/errors/errors.ts";
import type { Tx } from "../database/store.ts";
import type { MemberCaller } from "../door/handle.ts";
import type { ConversationDeps, ThreadKey } from "./deps.ts";
import { endAnswer } from "./endAnswer.ts";
import { findThread, lockThread } from "./find.ts";
import type { ThreadRow } from "./tables.ts";
import { tell } from "./tell.ts";
import { addMessages, updateThread } from "./write.ts";
import type { NewMessage } from "./write.ts";
import { endOf } from "./writer.ts";
import type { Writer } from "./writer.ts";

export type Member = Pick<MemberCaller, "userId" | "name">;

export interface ThreadChange {
  key: ThreadKey;
  member: Member;
  handledBy?: "ai" | "human" | undefined;
  status?: "open" | "resolved" | undefined;
  read?: true | undefined;
  /** Said in the same transaction, after the change. */
  say?: NewMessage;
}

/**
 * Does what a member decides about a thread. Whoever takes over silences the agent before anything else: its text stays
 * as far as it came, and no word of it follows theirs. A thread that a colleague has taken is a `conflict`.
 */
export async function changeThread(deps: ConversationDeps, writer: Writer, change: ThreadChange) {
  const { key, member } = change;
  refuseColleagues(await findThread(deps.store.db, key), change);
  const halted = change.handledBy === "human" ? writer.halt(key.threadId) : [];
  try {
    return await deps.store.transaction(async (tx) => {
      const thread = await lockThread(tx, key);
      refuseColleagues(thread, change);
      const now = deps.now();
      const takesOver = change.handledBy === "human" && thread.handledBy === "ai";
      if (takesOver) await endStreaming(deps, tx, { thread, halted, now });
      const { changes, events, isRead } = planChange(thread, change);
      const messages = [
        ...events.map((content) => ({
          role: "system" as const,
          kind: "event" as const,
          content,
          authorId: member.userId,
          authorName: member.name,
        })),
        ...(change.say ? [change.say] : []),
      ];
      const teamReadTo = thread.nextPosition + messages.length;
      if (isRead && teamReadTo > thread.teamReadTo) changes.teamReadTo = teamReadTo;
      if (messages.length > 0) return addMessages(deps, tx, { thread, messages, changes, now });
      if (Object.keys(changes).length === 0) return { thread, messages: [] };
      const updated = await updateThread(tx, thread, changes);
      await tell(deps, tx, { thread: updated, now });
      return { thread: updated, messages: [] };
    });
  } finally {
    // Where the change was refused after all, what was halted for it is stored as stopped.
    await writer.settle(halted);
  }
}

function refuseColleagues(thread: ThreadRow, { handledBy, member }: ThreadChange): void {
  if (handledBy !== "human" || isFree(thread) || thread.assigneeId === member.userId) return;
  throw new AppError("conflict", { message: "A colleague has taken this conversation over." });
}

/** Nobody of the team has it: the agent answers, or the visitor waits for a person. */
export function isFree({ handledBy, assigneeId }: ThreadRow): boolean {
  return handledBy === "ai" || assigneeId === null;
}

/** Gives what changes of the row, and what everybody in the thread reads about it. */
function planChange(thread: ThreadRow, { handledBy, status, read, member }: ThreadChange) {
  const changes: Partial<ThreadRow> = {};
  const events: string[] = [];
  const isRead = read === true || handledBy === "human";
  if (isRead && thread.unread > 0) changes.unread = 0;
  if (handledBy === "human" && isFree(thread)) {
    Object.assign(changes, {
      handledBy,
      assigneeId: member.userId,
      personRequestedAt: null,
      status: "open",
    });
    events.push("joined");
  }
  if (handledBy === "ai" && thread.handledBy === "human") {
    Object.assign(changes, { handledBy, assigneeId: null, personRequestedAt: null });
    events.push("handedBack");
  }
  if (status !== undefined && status !== (changes.status ?? thread.status)) changes.status = status;
  if (status === "resolved" && thread.status === "open") {
    // A resolved conversation that the visitor takes up again is the agent's.
    Object.assign(changes, { handledBy: "ai", assigneeId: null, personRequestedAt: null, unread: 0 });
    events.push("resolved");
  }
  return { changes, events, isRead };
}

interface Streaming {
  thread: ThreadRow;
  halted: ReturnType<Writer["halt"]>;
  now: number;
  /** This answer alone. */
  messageId?: string;
}

/** Ends the answers that are still being written in a thread, here or in another process, as stopped. */
export async function endStreaming(
  deps: ConversationDeps,
  tx: Tx,
  { thread, halted, now, messageId }: Streaming,
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
    const end = run
      ? endOf(run, "stopped")
      : { status: "stopped" as const, text: row.content, outcome: null, error: null };
    await endAnswer(deps, tx, { row, end, thread, now });
  }
}
