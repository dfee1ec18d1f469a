import type { QueryOf } from "../../../shared/contract/call.ts";
import type { listMessages } from "../../../shared/contract/conversations/threads/threads.ts";
import type { Db } from "../../database/store.ts";
import { findTeamMessage } from "../threads/find.ts";
import { listMessageRows } from "../threads/lists.ts";
import type { MessageRow, ThreadRow } from "../tables.ts";

/** Messages of a thread that follow one another, in their order. */
interface MessageWindow {
  rows: MessageRow[];
  /** Older ones exist, with `after` newer ones. */
  hasMore: boolean;
  hasNewer: boolean;
}

/** Gives the newest messages, or those before or after a position, or around one of them, as the team sees them. */
export async function listWindow(
  db: Db,
  thread: ThreadRow,
  { before, after, around, limit }: QueryOf<typeof listMessages>,
): Promise<MessageWindow> {
  if (around === undefined) {
    const { rows, hasMore } = await listMessageRows(db, thread, { before, after, limit });
    return { rows, hasMore, hasNewer: before !== undefined || (after !== undefined && hasMore) };
  }
  const { position } = await findTeamMessage(db, thread, around);
  const half = Math.ceil(limit / 2);
  const [older, newer] = await Promise.all([
    listMessageRows(db, thread, { before: position + 1, limit: half }),
    listMessageRows(db, thread, { after: position, limit: Math.max(1, limit - half) }),
  ]);
  return { rows: [...older.rows, ...newer.rows], hasMore: older.hasMore, hasNewer: newer.hasMore };
}
