import type { Citation } from "../../../shared/contract/conversations.ts";
import type { Tx } from "../../database/store.ts";
import type {} from "../../knowledge/tables.ts";
import type { MessageRow } from "../tables.ts";

type Answered = Pick<MessageRow, "organizationId" | "id" | "threadId" | "generation">;

/**
 * Remembers what an answer cites by page and text, not by the passage's id: a page that is written anew has new ids, also
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
  const passages = await tx
    .selectFrom("passages")
    .select(["pageId", "hash"])
    .distinct()
    .where("organizationId", "=", organizationId)
    .where(
      "id",
      "in",
      citations.map(({ passageId }) => passageId),
    )
    .execute();
  if (passages.length === 0) return;
  await tx
    .insertInto("citedPassages")
    .values(passages.map((passage) => ({ organizationId, ...passage, messageId: id, threadId })))
    .execute();
}
