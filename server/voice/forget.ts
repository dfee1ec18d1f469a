import type { Tx } from "../database/store.ts";
import type {} from "./tables.ts";

/** Forgets the calls of conversations and of contacts that are deleted. */
export async function forgetCalls(
  tx: Tx,
  { organizationId, ids }: { organizationId: string; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom("calls")
    .where("organizationId", "=", organizationId)
    .where((row) => row.or([row("threadId", "in", ids), row("contactId", "in", ids)]))
    .execute();
}
