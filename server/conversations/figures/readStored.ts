import type { Receipt } from "../../../shared/contract/conversations/answers/receipts.ts";
import type { SkillRunRow } from "../../actions/skills/tables.ts";
import type { Db } from "../../database/store.ts";
import type {} from "../../answering/tables.ts";
import type { MessageRow, ThreadRow } from "../tables.ts";

/** All rows of some threads that figures are made from. */
export interface Stored {
  threads: ThreadRow[];
  messages: MessageRow[];
  receipts: Map<string, Receipt>;
  runs: SkillRunRow[];
}

/** Reads the rows of these threads that figures are made from; of those of the console's preview nothing counts. */
export async function readStored(
  db: Db,
  { organizationId, threadIds }: { organizationId: string; threadIds: readonly string[] },
): Promise<Stored> {
  const threads = await db
    .selectFrom("threads")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "in", threadIds)
    .where("preview", "=", 0)
    .execute();
  const ids = threads.map(({ id }) => id);
  if (ids.length === 0) return { threads, messages: [], receipts: new Map(), runs: [] };
  const messages = await db
    .selectFrom("messages")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("threadId", "in", ids)
    .execute();
  const receipts = await readReceipts(db, {
    organizationId,
    messageIds: messages.filter(({ role }) => role === "assistant").map(({ id }) => id),
  });
  const runs = await db
    .selectFrom("skillRuns")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("threadId", "in", ids)
    .where("state", "=", "done")
    .execute();
  return {
    threads,
    messages,
    receipts,
    runs,
  };
}

/** How many are in one statement. */
const receiptsAtOnce = 500;

/** By their answers, which they are found by: no index has them by their conversations. */
async function readReceipts(
  db: Db,
  { organizationId, messageIds }: { organizationId: string; messageIds: readonly string[] },
): Promise<Map<string, Receipt>> {
  const found = new Map<string, Receipt>();
  for (let from = 0; from < messageIds.length; from += receiptsAtOnce) {
    const rows = await db
      .selectFrom("receipts")
      .select(["messageId", "body"])
      .where("organizationId", "=", organizationId)
      .where("messageId", "in", messageIds.slice(from, from + receiptsAtOnce))
      .execute();
    for (const { messageId, body } of rows) found.set(messageId, JSON.parse(body) as Receipt); // written by saveReceipt
  }
  return found;
}
