import { sourceAudiences } from "../../../shared/domain/sourceAudience.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Db } from "../../database/store.ts";
import { readDefault } from "../../models/defaults.ts";
import type { Models } from "../../models/models.ts";
import { listSearched } from "../shared/sharedUse.ts";

/**
 * Whether a provider is asked for the vector of a question to this agent, for any audience; false if the provider's key
 * is gone.
 */
export async function wouldAskVectors(
  db: Db,
  models: Pick<Models, "openEmbedder">,
  { organizationId, agentId }: AgentKey,
): Promise<boolean> {
  if ((await readDefault(db, organizationId, "embedding")) === null) return false;
  const sourceIds = await listSearched(db, { organizationId, agentId }, sourceAudiences);
  if (sourceIds.length === 0) return false;
  const made = await db
    .selectFrom("sourceVectors")
    .select("model")
    .distinct()
    .where("organizationId", "=", organizationId)
    .where("sourceId", "in", sourceIds)
    .where("isWhole", "=", 1)
    .execute();
  const ways = await Promise.all(made.map(({ model }) => models.openEmbedder(organizationId, model)));
  return ways.some((way) => way !== null);
}
