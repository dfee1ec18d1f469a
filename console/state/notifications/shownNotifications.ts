import { listUnread } from "../../../shared/contract/conversations/inbox/threadCounts.ts";
import { getThread } from "../../../shared/contract/conversations/threads/threads.ts";
import type { Thread } from "../../../shared/contract/conversations/conversations.ts";
import type { NoteAbout } from "../../../shared/domain/push.ts";
import { isAwaitingPerson } from "../../../shared/domain/queues.ts";
import { toRequestError } from "../../../shared/client/requestError.ts";
import { authentication } from "../accounts/authentication.ts";
import { client } from "../platform/client.ts";
import { isNamed } from "../conversations/messages/mentions.ts";
import { readAccountId, readAgentId } from "../shell/paths.ts";
import { listNotes } from "./deviceNotifications.ts";

/** What a note carries beside its words: where a press leads, and why it is shown; what an older worker showed says less. */
type NoteData = { path?: string; about?: NoteAbout } | null;

/** The most conversations that are asked about at once. */
const mostAsked = 20;

let lastAsked = "";
let running = Promise.resolve();

/** Closes what this device still shows of a conversation that is old news: read, answered, somebody else's, or done. */
export async function closeStaleNotifications(thread: Thread): Promise<void> {
  for (const note of await listNotes(thread.id)) if (isOldNews(readData(note)?.about, thread)) note.close();
}

/**
 * Closes all that this device still shows of a conversation: somebody looks at it, or it is gone. By an agent's id it is the
 * one note of all that wait again there.
 */
export async function closeNotifications(id: string): Promise<void> {
  // Without a tag a browser gives them all.
  if (id === "") return;
  for (const note of await listNotes(id)) note.close();
}

/**
 * Closes what became old news while nothing of ours was open here; of many it continues the next time where it ended.
 */
export function closeMissedNotifications(orgId: string, agentIds: readonly string[]): Promise<void> {
  const run = running.then(() => closeMissed(orgId, agentIds));
  running = run.catch(() => {});
  return run;
}

async function closeMissed(orgId: string, agentIds: readonly string[]): Promise<void> {
  const agentOf = new Map<string, string>();
  for (const note of await listNotes()) {
    const path = readData(note)?.path ?? "";
    const agentId = readAgentId(path) ?? "";
    if (readAccountId(path) === orgId && agentIds.includes(agentId)) agentOf.set(note.tag, agentId);
  }
  const summedIds = agentIds.filter((id) => agentOf.has(id));
  const threadIds = [...agentOf.keys()].filter((tag) => !agentIds.includes(tag));
  const begin = threadIds.indexOf(lastAsked) + 1;
  const inTurn = [...threadIds.slice(begin), ...threadIds.slice(0, begin)];
  for (const threadId of inTurn.slice(0, mostAsked)) {
    const productId = agentOf.get(threadId) ?? "";
    lastAsked = threadId;
    try {
      const params = { orgId, productId, threadId };
      await closeStaleNotifications((await client.call(getThread, { params })).data);
    } catch (thrown) {
      // What can't be read now may still be news.
      if (toRequestError(thrown).code === "not_found") await closeNotifications(threadId);
    }
  }
  if (summedIds.length > 0) await closeSums(orgId, summedIds);
}

/** Closes the notes of all that wait again in agents in which none waits now. */
async function closeSums(orgId: string, agentIds: readonly string[]): Promise<void> {
  const { data } = await client.call(listUnread, { params: { orgId } });
  const waiting = new Set(data.filter((one) => one.waiting > 0).map(({ agentId }) => agentId));
  for (const id of agentIds) if (!waiting.has(id)) await closeNotifications(id);
}

function readData({ data }: Notification): NoteData {
  return data as NoteData; // given by showNote or the worker
}

function isOldNews(about: NoteAbout | undefined, thread: Thread): boolean {
  if (about === "mentioned") return !isNamed(thread);
  if (about === "approval") return thread.approvals === 0;
  const { status, handledBy, assignee, unread, replyDue } = thread;
  const isDone = status === "resolved" || status === "snoozed" || handledBy === "ai";
  const isOthers = assignee !== null && assignee.id !== authentication.user?._id;
  if (isDone || isOthers) return true;
  switch (about) {
    case "message":
      return unread === 0;
    case "asked":
    case "back":
      return !isAwaitingPerson({ ...thread, assigneeId: assignee?.id ?? null });
    case "assigned":
      return assignee === null;
    case "overdue":
      return replyDue !== "overdue";
    case "woken":
    case undefined:
      return false;
    default:
      return about satisfies never;
  }
}
