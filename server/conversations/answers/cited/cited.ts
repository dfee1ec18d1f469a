import type { Citation } from "../../../../shared/contract/conversations/conversations.ts";
import { statement } from "../../../database/statement.ts";
import type { Tx } from "../../../database/store.ts";
import type {} from "../../../knowledge/tables.ts";
import type { CitedPassageRow, MessageRow } from "../../tables.ts";

type Answered = Pick<MessageRow, "organizationId" | "id" | "threadId" | "generation">;

/**
 * Remembers what an answer cites by page and text, not by the passage's id: a page that is rewritten has new ids, also
 * for what it says as before. What was cited in an earlier generation of the answer is forgotten.
 */
export async function rememberCited(
  tx: Tx,
  { organizationId, id, threadId, generation }: Answered,
  citations: readonly Citation[],
): Promise<void> {
  if (generation > 0) {
    await tx
      .deleteFrom("citedPassages")
      .where("organizationId", "=", organizationId)
      .where("messageId", "=", id)
      .execute();
  }
  if (citations.length === 0) return;
  const ids = citations.map(({ passageId }) => passageId);
  const passages = await selectPlaces(tx, { organizationId, ids });
  if (passages.length === 0) return;
  await putCited(tx, {
    rows: passages.map((passage) => ({ organizationId, ...passage, messageId: id, threadId })),
  });
}

const selectPlaces = statement((db, { organizationId, ids }: { organizationId: string; ids: string[] }) =>
  db
    .selectFrom("passages")
    .select(["pageId", "hash"])
    .distinct()
    .where("organizationId", "=", organizationId)
    .where("id", "in", ids),
);

const putCited = statement((db, { rows }: { rows: CitedPassageRow[] }) =>
  db.insertInto("citedPassages").values(rows),
);
