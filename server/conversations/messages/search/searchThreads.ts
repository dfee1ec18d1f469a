import type { ConversationDeps } from "../../deps.ts";
import { listRowsById, selectInbox } from "../../inbox/inboxRows.ts";
import type { InboxWanted } from "../../inbox/inboxRows.ts";
import type { MessageRow, ThreadRow } from "../../tables.ts";
import { matchNewest, matchWithin } from "./matchMessages.ts";
import type { Hit, WordsWanted } from "./matchMessages.ts";
import { termsOf } from "./terms.ts";

/** The newest messages that are searched: a longer query finds fewer. */
const mostHits = 1000;
/**
 * Where more match, every message of up to this many conversations is searched, if together they have about this many
 * messages.
 */
const mostThreads = 1000;
const mostMessages = 5000;

export interface Found {
  thread: ThreadRow;
  /** The newest message of it that has all the words. */
  message: MessageRow;
}

export interface FoundPage {
  found: Found[];
  total: number;
  /** Some messages with the words were not searched. */
  isCut: boolean;
}

type Reading = Pick<ConversationDeps["store"], "reader" | "dialect">;

/** Gives a page of the conversations in which one message has all these words, the last as a beginning, newest first. */
export async function searchThreads(
  store: Reading,
  wanted: InboxWanted & { search: string; page: number; limit: number },
): Promise<FoundPage> {
  const { reader } = store;
  const { organizationId, page, limit } = wanted;
  const { ids, newest, isCut } = await findThreads(store, wanted);
  const shown = ids.slice((page - 1) * limit, page * limit);
  if (shown.length === 0) return { found: [], total: ids.length, isCut };
  const messageIds = shown.map((id) => newest.get(id) ?? "");
  const [threads, messages] = await Promise.all([
    listRowsById(reader, organizationId, shown),
    reader
      .selectFrom("messages")
      .selectAll()
      .where("organizationId", "=", organizationId)
      .where("id", "in", messageIds)
      .execute(),
  ]);
  const found = threads.flatMap((thread) => {
    const message = messages.find(({ threadId }) => threadId === thread.id);
    return message ? [{ thread, message }] : [];
  });
  return { found, total: ids.length, isCut };
}

/** Gives the ids of all conversations that such a search finds, in its order. */
export async function findThreadIds(
  store: Reading,
  wanted: InboxWanted & { search: string },
): Promise<string[]> {
  return (await findThreads(store, wanted)).ids;
}

interface FoundThreads {
  ids: string[];
  /** By a conversation's id, the id of its newest message that has all the words. */
  newest: ReadonlyMap<string, string>;
  isCut: boolean;
}

async function findThreads(store: Reading, wanted: InboxWanted & { search: string }): Promise<FoundThreads> {
  const newest = new Map<string, string>();
  const terms = termsOf(wanted.search);
  if (terms.length === 0) return { ids: [], newest, isCut: false };
  const { hits, isCut } = await findHits(store, { ...wanted, terms });
  for (const { threadId, messageId } of hits) if (!newest.has(threadId)) newest.set(threadId, messageId);
  const threadIds = [...newest.keys()];
  if (threadIds.length === 0) return { ids: [], newest, isCut };
  const kept = await selectInbox(store.reader, { ...wanted, threadIds })
    .select("threads.id")
    .execute();
  const isKept = new Set(kept.map(({ id }) => id));
  return { ids: threadIds.filter((id) => isKept.has(id)), newest, isCut };
}

/**
 * Gives the messages to search, newest first. Where too many have the words, those of the newest conversations that the
 * filter lets through are among them, however old: else a narrow filter hides what it was set to find.
 */
async function findHits(
  store: Reading,
  wanted: InboxWanted & WordsWanted,
): Promise<{ hits: Hit[]; isCut: boolean }> {
  const hits = await matchNewest(store, { ...wanted, limit: mostHits + 1 });
  if (hits.length <= mostHits) return { hits, isCut: false };
  const { threadIds, isAll } = await listNewest(store, wanted);
  // Of an inbox that is not narrowed the newest messages are the newest messages.
  if (!isAll && !isNarrowed(wanted)) return { hits: hits.slice(0, mostHits), isCut: true };
  const within = await matchWithin(store, { ...wanted, threadIds });
  if (isAll) return { hits: within, isCut: false };
  const all = [...hits.slice(0, mostHits), ...within];
  return { hits: all.toSorted((one, other) => other.number - one.number), isCut: true };
}

function isNarrowed({ filter: { queue = "all", ...others } }: InboxWanted): boolean {
  return queue !== "all" || Object.values(others).some((value) => value !== undefined);
}

/** The newest conversations that a filter lets through, as long as they have not too many messages together. */
async function listNewest(
  { reader }: Reading,
  wanted: InboxWanted,
): Promise<{ threadIds: string[]; isAll: boolean }> {
  const rows = await selectInbox(reader, wanted)
    .select(["threads.id", "threads.nextPosition"])
    .orderBy("threads.lastActivityAt", "desc")
    .orderBy("threads.id", "desc")
    .limit(mostThreads + 1)
    .execute();
  const threadIds: string[] = [];
  let messages = 0;
  for (const { id, nextPosition } of rows) {
    if (messages > mostMessages || threadIds.length === mostThreads) return { threadIds, isAll: false };
    messages += nextPosition;
    threadIds.push(id);
  }
  return { threadIds, isAll: true };
}
