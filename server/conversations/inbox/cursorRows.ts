import { AppError } from "../../../shared/errors/errors.ts";
import type { ThreadSort } from "../../../shared/contract/conversations/inbox/threadFilter.ts";
import type { Db } from "../../database/store.ts";
import type { ThreadRow } from "../tables.ts";
import { selectInbox } from "./inboxRows.ts";
import type { InboxWanted } from "./inboxRows.ts";

export interface CursorWanted extends InboxWanted {
  sort: ThreadSort;
  /** The empty text begins. */
  cursor: string;
  limit: number;
}

/**
 * Gives the conversations after a cursor, in the order in which they began, which no message and no new conversation
 * changes: none comes twice and none is left out. `next` is null where the list ends; the oldest first it never is, so
 * that a program can come back for what began since.
 */
export async function listCursorRows(
  db: Db,
  { sort, cursor, limit, ...wanted }: CursorWanted,
): Promise<{ rows: ThreadRow[]; next: string | null }> {
  const isForward = sort === "oldest";
  if (!isForward && sort !== "newest") {
    const message = "With a cursor, only newest and oldest are available.";
    throw new AppError("invalid_input", { fields: [{ path: "query.sort", message }] });
  }
  const at = cursor === "" ? null : readCursor(cursor);
  const [direction, beyond] = isForward ? (["asc", ">"] as const) : (["desc", "<"] as const);
  let found = selectInbox(db, wanted).selectAll("threads");
  if (at) {
    found = found.where(({ or, and, eb }) =>
      or([
        eb("threads.createdAt", beyond, at.createdAt),
        and([eb("threads.createdAt", "=", at.createdAt), eb("threads.id", beyond, at.id)]),
      ]),
    );
  }
  const rows = await found
    .orderBy("threads.createdAt", direction)
    .orderBy("threads.id", direction)
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const isMore = rows.length > limit;
  if (!last) return { rows: [], next: isForward ? cursor : null };
  return { rows: shown, next: isMore || isForward ? `${last.createdAt}_${last.id}` : null };
}

function readCursor(cursor: string): { createdAt: number; id: string } {
  const [, time, id] = /^(\d{1,15})_([0-9a-z]{1,64})$/.exec(cursor) ?? [];
  if (time === undefined || id === undefined) {
    const message = "This cursor is not from this list. Start with an empty one.";
    throw new AppError("invalid_input", { fields: [{ path: "query.cursor", message }] });
  }
  return { createdAt: Number(time), id };
}

/** How many conversations a filter lets through. */
export async function countInbox(db: Db, wanted: InboxWanted): Promise<number> {
  const { total } = await selectInbox(db, wanted)
    .select((row) => row.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}
