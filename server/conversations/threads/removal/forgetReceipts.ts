import type { Tx } from "../../../database/store.ts";
import type { MessageRow } from "../../tables.ts";

/** Deletes the receipts of a message and of all later answers: their models have read it. */
export async function forgetReceipts(
  tx: Tx,
  { organizationId, threadId, position }: Pick<MessageRow, "organizationId" | "threadId" | "position">,
): Promise<void> {
  await tx
    .deleteFrom("receipts")
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("messageId", "in", (inner) =>
      inner
        .selectFrom("messages")
        .select("id")
        .where("organizationId", "=", organizationId)
        .where("threadId", "=", threadId)
        .where("position", ">=", position),
    )
    .execute();
}
