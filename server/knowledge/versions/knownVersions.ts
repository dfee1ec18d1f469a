import type { AgentKey } from "../../agents/parts.ts";
import type { Db } from "../../database/store.ts";

export interface KnownVersions {
  /** The number that the agent's next version gets: what is written now is met from it on. */
  next: number;
  /** The newest version that keeps its pages; 0 where none does. */
  known: number;
}

/** Which versions of an agent there are, by the index alone. */
export async function readKnownVersions(
  db: Db,
  { organizationId, agentId }: AgentKey,
): Promise<KnownVersions> {
  const mine = db
    .selectFrom("agentVersions")
    .select((row) => row.fn.max("version").as("version"))
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId);
  const [newest, known] = [
    await mine.executeTakeFirst(),
    await mine.where("keepsKnowledge", "=", 1).executeTakeFirst(),
  ];
  return { next: (newest?.version ?? 0) + 1, known: known?.version ?? 0 };
}
