import type { HeldReason } from "../../../../shared/contract/conversations/messages/scheduledReply.ts";
import { may } from "../../../../shared/domain/access.ts";
import { findMember, holdMember } from "../../../accounts/members.ts";
import { hasAgent } from "../../../agents/find.ts";
import { statement } from "../../../database/statement.ts";
import type { Tx } from "../../../database/store.ts";
import type { ConversationDeps } from "../../deps.ts";
import { keepMentions } from "../notes/mentions.ts";
import type { MessageRow, ScheduledReplyRow, ThreadRow } from "../../tables.ts";
import { tellReply } from "./rows.ts";
import { isFree } from "../../threads/isFree.ts";

/** Why the replies of a thread that just changed are held; null where they continue waiting. */
export function whyHeld(
  before: ThreadRow,
  after: ThreadRow,
  messages: readonly Pick<MessageRow, "role">[],
): HeldReason | null {
  if (before.nextPosition === 0) return null;
  if (messages.some(({ role }) => role === "user")) return "visitorWrote";
  return before.status !== "resolved" && after.status === "resolved" ? "resolved" : null;
}

interface Hold {
  /** Locked. */
  thread: ThreadRow;
  because: HeldReason;
  now: number;
  /** Only this one. */
  replyId?: string;
}

/**
 * Holds the replies of a thread that wait for their time, and names their authors in it: it is in their mentions until
 * they have looked. Gives whether there were any; the caller tells of the thread.
 */
export async function holdReplies(
  deps: Pick<ConversationDeps, "events">,
  tx: Tx,
  { thread, because, now, replyId }: Hold,
): Promise<boolean> {
  const { organizationId, id: threadId } = thread;
  const held = await putHeld(tx, { organizationId, threadId, because, now, replyId });
  for (const reply of held) {
    await keepMentions(tx, reply, { userIds: [reply.authorId], now });
    await tellReply(deps, tx, { thread, replyId: reply.id, now });
  }
  return held.length > 0;
}

/** Every message of a visitor asks for this. */
const putHeld = statement((db, { organizationId, threadId, because, now, replyId }: Held) => {
  const waiting = db
    .updateTable("scheduledReplies")
    .set({ heldBecause: because, heldAt: now })
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("heldBecause", "is", null)
    .returningAll();
  return replyId === undefined ? waiting : waiting.where("id", "=", replyId);
});

interface Held extends Omit<Hold, "thread"> {
  organizationId: string;
  threadId: string;
  replyId: string | undefined;
}

/** Gives what stands against sending a reply by itself; null where nothing does. Whose the conversation becomes by it is held. */
export async function findHindrance(
  { findClosedWindow }: Pick<ConversationDeps, "findClosedWindow">,
  tx: Tx,
  { thread, authorId }: { thread: ThreadRow; authorId: ScheduledReplyRow["authorId"] },
): Promise<HeldReason | null> {
  const { organizationId, agentId, contactId, status } = thread;
  if (status === "resolved") return "resolved";
  if (!(await hasAgent(tx, { organizationId, agentId }))) return "agentGone";
  const contact = await tx
    .selectFrom("contacts")
    .select("blockedAt")
    .where("organizationId", "=", organizationId)
    .where("id", "=", contactId)
    .executeTakeFirst();
  if (contact && contact.blockedAt !== null) return "blocked";
  if ((await findClosedWindow(tx, { organizationId, agentId, threadId: thread.id })) !== null)
    return "tooLate";
  const member = { userId: authorId, organizationId };
  if (isFree(thread)) await holdMember(tx, member);
  const author = await findMember(tx, member);
  return author && may(author.roles, "conversations.reply") ? null : "authorLeft";
}
