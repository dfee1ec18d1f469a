import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { ConversationDeps } from "../deps.ts";
import { listRowsById, selectInbox } from "../inbox/inboxRows.ts";
import type { InboxWanted } from "../inbox/inboxRows.ts";
import type { MessageRow, ThreadRow } from "../tables.ts";
import { agentTerm, termsOf } from "./terms.ts";

/** The newest messages that are looked at: who finds more types another word. */
const mostMessages = 1000;
/** So many letters begin a great many words. */
const shortBeginning = 3;

export interface Found {
  thread: ThreadRow;
  /** The newest message of it that has all the words. */
  message: MessageRow;
}

/** Gives a page of the conversations in which one message has all these words, the last as a beginning, newest first. */
export async function searchThreads(
  { reader, dialect }: Pick<ConversationDeps["store"], "reader" | "dialect">,
  wanted: InboxWanted & { search: string; page: number; limit: number },
): Promise<{ found: Found[]; total: number }> {
  const { organizationId, page, limit } = wanted;
  const terms = termsOf(wanted.search);
  if (terms.length === 0) return { found: [], total: 0 };
  const match =
    dialect === "sqlite" ? matchSqlite(wanted.agentId, terms) : matchPostgres(wanted.agentId, terms);
  const hits = await match.execute(reader);
  const newest = new Map<string, string>();
  for (const { organizationId: of, threadId, messageId } of hits.rows) {
    // The agent's own word is in every match; this holds also where two organisations' ids were ever alike.
    if (of === organizationId && !newest.has(threadId)) newest.set(threadId, messageId);
  }
  if (newest.size === 0) return { found: [], total: 0 };
  const kept = await selectInbox(reader, wanted)
    .select("threads.id")
    .where("threads.id", "in", [...newest.keys()])
    .execute();
  const isKept = new Set(kept.map(({ id }) => id));
  const ids = [...newest.keys()].filter((id) => isKept.has(id));
  const shown = ids.slice((page - 1) * limit, page * limit);
  if (shown.length === 0) return { found: [], total: ids.length };
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
  return { found, total: ids.length };
}

interface Hit {
  organizationId: string;
  threadId: string;
  messageId: string;
}

function matchSqlite(agentId: string, terms: string[]): RawBuilder<Hit> {
  const words = terms.map((term, at) => `"${term}"${at === terms.length - 1 ? " *" : ""}`);
  const query = [`"${agentTerm(agentId)}"`, ...words].join(" AND ");
  return sql<Hit>`
    select "organizationId", "threadId", "messageId" from (
      select rowid as "number" from "messageTerms" where "messageTerms" match ${query}
      order by rowid desc limit ${mostMessages}
    ) as "hit" join "messageIndex" using ("number") order by "number" desc`;
}

function matchPostgres(agentId: string, terms: string[]): RawBuilder<Hit> {
  const words = terms.slice(0, -1).map((term) => `'${term}'`);
  const last = terms.at(-1) ?? "";
  const beginning = `'${last}':*`;
  // The index would read every word that begins so; behind other words each row that has those is asked instead.
  const isAskedLast = words.length > 0 && [...last].length <= shortBeginning;
  const query = [`'${agentTerm(agentId)}'`, ...words, ...(isAskedLast ? [] : [beginning])].join(" & ");
  const asked = isAskedLast ? sql`and strip("terms") @@ ${beginning}::tsquery` : sql``;
  return sql<Hit>`
    select "organizationId", "threadId", "messageId" from "messageIndex"
    where "terms" @@ ${query}::tsquery ${asked} order by "number" desc limit ${mostMessages}`;
}
