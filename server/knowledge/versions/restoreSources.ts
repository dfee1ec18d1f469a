import type { FrozenKnowledge } from "../../agents/versionContent.ts";
import type { VersionToRestore } from "../../agents/parts.ts";
import { organizationItself } from "../../../shared/domain/sharedSources.ts";
import type { Tx } from "../../database/store.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { awaitDocuments, moveDocuments } from "../documents/keepDocuments.ts";
import { readConfig } from "../present.ts";
import { insertSource } from "../sources.ts";
import { stopUse, useSources } from "../shared/sharedUse.ts";
import { makeWay, queueRun } from "../sync/runs.ts";
import type { DataSourceRow } from "../tables.ts";
import { listSourceRows } from "./freezeSources.ts";
import { removeSource } from "./removeSource.ts";

type Frozen = FrozenKnowledge["sources"][number];

/**
 * Makes the agent's sources those that a version met, with their settings, and queues the runs that bring their pages
 * back. Sources that came later are deleted; the version that was kept before the restore has them.
 */
export async function restoreSources(tx: Tx, jobs: Jobs, from: VersionToRestore): Promise<void> {
  const { sources, shared = [] } = from.frozen as FrozenKnowledge; // by freezeSources; a version that keeps its pages has it
  const there = await listSourceRows(tx, from);
  const byOrigin = new Map(there.map((row) => [row.originId ?? row.id, row]));
  const wanted = new Set(sources.map(({ originId }) => originId));
  for (const row of there) {
    if (!wanted.has(row.originId ?? row.id)) await removeSource(tx, jobs, row);
  }
  for (const frozen of sources) {
    await restoreSource(tx, jobs, { from, frozen, row: byOrigin.get(frozen.originId) });
  }
  await restoreUse(tx, from, shared);
}

/** The agent uses the shared sources that it used then, with the pages that they have now; some may be deleted. */
async function restoreUse(
  tx: Tx,
  { organizationId, agentId }: VersionToRestore,
  shared: NonNullable<FrozenKnowledge["shared"]>,
): Promise<void> {
  const then = new Set(shared.map(({ originId }) => originId));
  const there = await listSourceRows(tx, { organizationId, agentId: organizationItself });
  await stopUse(tx, { organizationId, agentId });
  await useSources(
    tx,
    { organizationId, agentId },
    there.flatMap(({ id }) => (then.has(id) ? id : [])),
  );
}

interface OneSource {
  from: VersionToRestore;
  frozen: Frozen;
  row: DataSourceRow | undefined;
}

async function restoreSource(tx: Tx, jobs: Jobs, { from, frozen, row }: OneSource): Promise<void> {
  const { organizationId, agentId, version, now } = from;
  // One that is there stays for whom it is for now: a restore opens nothing.
  const { name, originId, audience } = frozen;
  const config = readConfig({ config: JSON.stringify(frozen.config) });
  const there =
    row ??
    (await insertSource(tx, {
      organizationId,
      agentId,
      name,
      config,
      audience,
      originId,
      status: "draft",
      now,
    }));
  if (there.kind === "documents") {
    if (!row) await moveDocuments(tx, there);
    await awaitDocuments(tx, there);
  }
  // One that was never read has no pages to bring back.
  const isRead = frozen.pages > 0 || there.status !== "draft";
  const source = await tx
    .updateTable("dataSources")
    .set({
      ...{ name, config: JSON.stringify(config), updatedAt: now },
      restoredVersion: isRead ? version : null,
    })
    .where("organizationId", "=", organizationId)
    .where("id", "=", there.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (!isRead) return;
  await makeWay(tx, jobs, source);
  await queueRun(tx, jobs, { source, trigger: "restore", fromVersion: version, now });
}
