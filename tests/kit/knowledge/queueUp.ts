import { newId } from "../../../server/database/ids.ts";
import type { ThreadRow } from "../../../server/conversations/tables.ts";
import type { Store } from "../../../server/database/store.ts";

const rowsAtOnce = 100;

interface Queue {
  /** One that waits; the others are as it is, each under an id of its own. */
  threadId: string;
  count: number;
}

/** Has `count` more conversations wait as one that does, as asking for a person that often would take long. */
export async function queueUp(store: Store, { threadId, count }: Queue): Promise<void> {
  const { contactVerified: _, ...row } = await store.db
    .selectFrom("threads")
    .selectAll()
    .where("id", "=", threadId)
    .executeTakeFirstOrThrow();
  // The store works that one out.
  const rows = Array.from({ length: count }, () => ({ ...row, id: newId() }) as ThreadRow);
  for (let from = 0; from < count; from += rowsAtOnce) {
    await store.transaction((tx) =>
      tx
        .insertInto("threads")
        .values(rows.slice(from, from + rowsAtOnce))
        .execute(),
    );
  }
}
