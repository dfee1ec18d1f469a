import { AppError } from "../../shared/errors/errors.ts";
import type { Tx } from "../database/store.ts";

/**
 * Refuses what has just brought the organization over its plan's app units, in the same transaction. One at a time in an
 * organization, so that two admins can't both take the last unit.
 */
export async function checkAgentLimit(
  tx: Tx,
  { organizationId, limit }: { organizationId: string; limit: number },
): Promise<void> {
  await tx.selectFrom("organizations").select("id").where("id", "=", organizationId).forUpdate().execute();
  const { total } = await tx
    .selectFrom("agents")
    .select((row) => row.fn.countAll<number>().as("total"))
    .where("organizationId", "=", organizationId)
    .executeTakeFirstOrThrow();
  if (Number(total) > limit) throw new AppError("plan_limit");
}
