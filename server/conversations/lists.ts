import type { Db } from "../database/store.ts";
import type { MessageRow, ThreadRow } from "./tables.ts";

export interface ThreadsWanted {
  organizationId: string;
  agentId: string;
  page: number;
  limit: number;
  contactId: string;
}

/** Gives a page of a visitor's own threads, latest activity first, and how many there are. */
export async function listThreadRows(
  db: Db,
  wanted: ThreadsWanted,
): Promise<{ rows: ThreadRow[]; total: number }> {
  const { organizationId, agentId, page, limit, contactId } = wanted;
  const found = db
    .selectFrom("threads")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("contactId", "=", contactId);
  const [rows, counted] = await Promise.all([
    found
      .selectAll()
      .orderBy("lastActivityAt", "desc")
      .orderBy("id", "desc")
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    found.select((row) => row.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: counted.total };
}

/** Gives a window of a thread's messages in their order, and whether older ones exist; with an audience what it may see. */
export async function listMessageRows(
  db: Db,
  thread: ThreadRow,
  {
    before,
    after,
    limit,
    audience,
  }: { before?: number | undefined; after?: number | undefined; limit: number; audience?: "all" },
): Promise<{ rows: MessageRow[]; hasMore: boolean }> {
  let found = db
    .selectFrom("messages")
    .selectAll()
    .where("organizationId", "=", thread.organizationId)
    .where("threadId", "=", thread.id);
  if (audience) found = found.where("audience", "=", audience);
  if (before !== undefined) found = found.where("position", "<", before);
  if (after !== undefined) found = found.where("position", ">", after);
  const isForward = after !== undefined;
  const rows = await found
    .orderBy("position", isForward ? "asc" : "desc")
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  return { rows: isForward ? shown : shown.reverse(), hasMore: rows.length > limit };
}
