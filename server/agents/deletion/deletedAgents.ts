import { restorableDays } from "../../../shared/domain/deletion.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { Tx } from "../../database/store.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { AgentKey, AgentPart } from "../parts.ts";
import { readConfiguration } from "../present.ts";
import type { AgentRow, DeletedAgentRow } from "../tables.ts";

/** The kind of the job that removes a deleted agent for good. */
export const removalKind = "agents.remove";

const keptForMs = restorableDays * 24 * 60 * 60 * 1000;

export interface Deletion {
  key: AgentKey;
  deletedBy: string;
  now: number;
}

/**
 * Takes the agent out of the table in which everything looks for agents, so that it is missing for every call, visitor
 * and list from the commit on; what belongs to it stays where it is until it is restored or deleted.
 */
export async function hideAgent(tx: Tx, jobs: Pick<Jobs, "enqueue">, deletion: Deletion): Promise<void> {
  const { key, deletedBy, now } = deletion;
  const { organizationId, agentId: id } = key;
  const row = await tx
    .deleteFrom("agents")
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  const removeAt = now + keptForMs;
  const job = await jobs.enqueue(tx, {
    ...{ organizationId, kind: removalKind, key: id, runAt: removeAt, payload: { agentId: id } },
  });
  const { name, icon } = readConfiguration(row.configuration);
  const deleted = { organizationId, id, name, icon, row: JSON.stringify(row), deletedBy };
  await tx
    .insertInto("deletedAgents")
    .values({ ...deleted, deletedAt: now, removeAt, jobId: job.id })
    .execute();
}

/** Puts a deleted agent back as it was. */
export async function unhideAgent(tx: Tx, jobs: Pick<Jobs, "cancel">, key: AgentKey): Promise<AgentRow> {
  const { organizationId } = key;
  const deleted = await takeDeleted(tx, key);
  if (!deleted) throw new AppError("not_found");
  await jobs.cancel(tx, { organizationId, id: deleted.jobId });
  return tx
    .insertInto("agents")
    .values(JSON.parse(deleted.row) as AgentRow) // written by hideAgent; columns that came since have their defaults
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes for good what a deleted agent left behind; false where it was restored or is gone already. */
export async function removeForGood(tx: Tx, key: AgentKey, parts: readonly AgentPart[]): Promise<boolean> {
  if (!(await takeDeleted(tx, key))) return false;
  for (const part of parts) await part.remove?.(tx, key);
  await tx
    .deleteFrom("agentVersions")
    .where("organizationId", "=", key.organizationId)
    .where("agentId", "=", key.agentId)
    .execute();
  return true;
}

/** Of a restoring and a removal at once only one gets it. */
function takeDeleted(tx: Tx, { organizationId, agentId }: AgentKey): Promise<DeletedAgentRow | undefined> {
  return tx
    .deleteFrom("deletedAgents")
    .where("organizationId", "=", organizationId)
    .where("id", "=", agentId)
    .returningAll()
    .executeTakeFirst();
}
