import type { Tx } from "../../database/store.ts";

/**
 * Makes what one contact let agents use of their accounts another's, who is the same person. Of two accounts at one service
 * the one that stays keeps theirs. Gives the grants that were moved.
 */
export async function moveGrants(
  tx: Tx,
  { organizationId, from, to }: { organizationId: string; from: string; to: string },
): Promise<string[]> {
  await tx
    .deleteFrom("integrationGrants")
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", from)
    .where("integrationId", "in", (eb) =>
      eb
        .selectFrom("integrationGrants as own")
        .select("own.integrationId")
        .where("own.organizationId", "=", organizationId)
        .where("own.contactId", "=", to),
    )
    .execute();
  const moved = await tx
    .updateTable("integrationGrants")
    .set({ contactId: to })
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", from)
    .returning("id")
    .execute();
  return moved.map(({ id }) => id);
}
