import type { Tx } from "../../database/store.ts";
import type { MessageRow } from "../tables.ts";

/** Deletes the log of what was done from a message on, as its inputs may have come from it, and what waits below it. */
export async function forgetRuns(
  tx: Tx,
  {
    organizationId,
    threadId,
    id,
    createdAt,
  }: Pick<MessageRow, "organizationId" | "threadId" | "id" | "createdAt">,
): Promise<void> {
  await tx
    .deleteFrom("skillRuns")
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where((eb) =>
      eb.or([
        eb.and([eb("createdAt", ">=", createdAt), eb("state", "not in", ["waiting", "running"])]),
        eb.and([eb("messageId", "=", id), eb("state", "=", "waiting")]),
      ]),
    )
    .execute();
}
