import { maxVersions } from "../../shared/domain/limits.ts";
import type { Tx } from "../database/store.ts";
import type { AgentRow } from "./tables.ts";

/** Deletes the oldest versions of an agent that has more than `maxVersions`; the public one stays whatever its age. */
export async function pruneVersions(
  tx: Tx,
  { organizationId, id: agentId, publishedVersion }: AgentRow,
): Promise<void> {
  const oldestKept = await tx
    .selectFrom("agentVersions")
    .select("version")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .orderBy("version", "desc")
    .offset(maxVersions - 1)
    .limit(1)
    .executeTakeFirst();
  if (!oldestKept) return;
  await tx
    .deleteFrom("agentVersions")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("version", "<", oldestKept.version)
    .where("version", "!=", publishedVersion)
    .execute();
}
