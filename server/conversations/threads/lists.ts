import { statement } from "../../database/statement.ts";
import type { Db } from "../../database/store.ts";
import type { MessageRow, ThreadRow } from "../tables.ts";

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

interface WindowWanted {
  before?: number | undefined;
  after?: number | undefined;
  limit: number;
  audience?: "all";
}

/** Gives a window of a thread's messages in their order, and whether older ones exist; with an audience what it may see. */
export async function listMessageRows(
  db: Db,
  { organizationId, id: threadId }: ThreadRow,
  { before, after, limit, audience }: WindowWanted,
): Promise<{ rows: MessageRow[]; hasMore: boolean }> {
  const wanted = { organizationId, threadId, before, after, audience, most: limit + 1 };
  const rows = await selectWindow(db, wanted);
  const shown = rows.slice(0, limit);
  return { rows: after !== undefined ? shown : shown.reverse(), hasMore: rows.length > limit };
}

interface SelectedWindow
  extends Pick<MessageRow, "organizationId" | "threadId">, Omit<WindowWanted, "limit"> {
  most: number;
}

const selectWindow = statement((db, wanted: SelectedWindow) => {
  const { organizationId, threadId, before, after, audience, most } = wanted;
  let found = db
    .selectFrom("messages")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId);
  if (audience) found = found.where("audience", "=", audience);
  if (before !== undefined) found = found.where("position", "<", before);
  if (after !== undefined) found = found.where("position", ">", after);
  return found.orderBy("position", after !== undefined ? "asc" : "desc").limit(most);
});
