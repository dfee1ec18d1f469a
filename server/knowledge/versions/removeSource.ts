import type { Tx } from "../../database/store.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { isConnected } from "../connected/connected.ts";
import { removeUnusedConnection } from "../connected/connections.ts";
import { readConfig } from "../present.ts";
import { fileIdsOf } from "../kinds/kinds.ts";
import { hideAndDeleteSource } from "../sources.ts";
import { findActiveRun } from "../sync/runs.ts";
import { queueSweep } from "../sync/sweepSource.ts";
import type { DataSourceRow } from "../tables.ts";
import { readKnownVersions } from "./knownVersions.ts";

/**
 * Deletes a source: from this commit on nothing finds it. Where a version met it, its pages stay out of sight for as
 * long as one does, so that the source can be brought back with them.
 */
export async function removeSource(tx: Tx, jobs: Jobs, source: DataSourceRow): Promise<void> {
  const { organizationId, agentId, id, name, config, sinceVersion } = source;
  const { known } = await readKnownVersions(tx, { organizationId, agentId });
  if (known >= sinceVersion) {
    const originId = source.originId ?? id;
    await tx
      .insertInto("keptSources")
      .values({ organizationId, id, agentId, originId, name, config, sinceVersion, untilVersion: known })
      .execute();
  }
  await removeSourceForGood(tx, jobs, source);
}

/** Deletes a source, and what no kept source of its id keeps of it. */
export async function removeSourceForGood(tx: Tx, jobs: Jobs, source: DataSourceRow): Promise<void> {
  const { organizationId, id: sourceId } = source;
  const active = await findActiveRun(tx, source);
  if (active?.jobId) await jobs.cancel(tx, { organizationId, id: active.jobId });
  await hideAndDeleteSource(tx, { organizationId, sourceId });
  const config = readConfig(source);
  if (isConnected(config))
    await removeUnusedConnection(tx, { organizationId, connectionId: config.connectionId });
  await queueSweep(tx, jobs, { organizationId, sourceId, fileIds: fileIdsOf(config) });
}
