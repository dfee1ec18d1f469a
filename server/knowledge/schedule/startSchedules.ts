import { organizationItself } from "../../../shared/domain/sharedSources.ts";
import { findNextSync } from "../../../shared/domain/syncSchedule.ts";
import type { Store, Tx } from "../../database/store.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { Events } from "../../live/events.ts";
import type { Scheduler } from "../../timing/scheduler.ts";
import { readSchedule } from "../present.ts";
import { announceSync, queueRun } from "../sync/runs.ts";
import type { DataSourceRow } from "../tables.ts";

/** Whether an organization's plan has syncs on a schedule at this moment. */
export type MayAutoSync = (organizationId: string, now: number) => Promise<boolean>;

export interface ScheduleDeps {
  store: Store;
  jobs: Jobs;
  events: Events;
  mayAutoSync: MayAutoSync;
  now: () => number;
  scheduler: Scheduler;
  report: (error: unknown) => void;
}

const lookEveryMs = 5000;
const sourcesAtOnce = 100;

/**
 * Looks for syncs that are due, now and every few seconds in every process, until the function it gives is called; that
 * one resolves when nothing of it is under way.
 */
export function startSchedules(deps: ScheduleDeps): () => Promise<void> {
  const work = () => queueDueSyncs(deps);
  const first = work().catch(deps.report);
  const end = deps.scheduler.every({ name: "looks for due syncs", everyMs: lookEveryMs, work });
  return async () => {
    await Promise.all([first, end()]);
  };
}

/**
 * Queues a run for every source whose time has come and sets its next time, both in one transaction: whichever process
 * is first does it, and the others find nothing due. However many times were missed, it is one run.
 */
export async function queueDueSyncs(deps: Omit<ScheduleDeps, "scheduler">): Promise<void> {
  for (;;) {
    const due = await listDue(deps);
    const plans = new Map<string, boolean | null>();
    for (const source of due) {
      const { organizationId } = source;
      // Before the transaction: it may ask a provider of payments.
      if (!plans.has(organizationId)) plans.set(organizationId, await findPlan(deps, organizationId));
      const mayRun = plans.get(organizationId) ?? null;
      if (mayRun !== null) await deps.store.transaction((tx) => queueSync(tx, deps, { source, mayRun }));
    }
    if (due.length < sourcesAtOnce || [...plans.values()].includes(null)) return;
  }
}

/** Whether the plan has syncs on a schedule; null where nobody can say, so that they wait for the next look. */
async function findPlan(
  { mayAutoSync, now, report }: Omit<ScheduleDeps, "scheduler">,
  organizationId: string,
) {
  return mayAutoSync(organizationId, now()).catch((error: unknown) => {
    report(error);
    return null;
  });
}

/** Sources of agents that were deleted wait until those are restored, and what was restored until somebody syncs it. */
function listDue({
  store,
  now,
}: Pick<ScheduleDeps, "store" | "now">): Promise<Pick<DataSourceRow, "organizationId" | "id">[]> {
  return store.db
    .selectFrom("dataSources")
    .leftJoin("agents", (join) =>
      join
        .onRef("agents.organizationId", "=", "dataSources.organizationId")
        .onRef("agents.id", "=", "dataSources.agentId"),
    )
    .select(["dataSources.organizationId", "dataSources.id"])
    .where(({ or, eb }) =>
      or([eb("agents.id", "is not", null), eb("dataSources.agentId", "=", organizationItself)]),
    )
    .where("nextSyncAt", "<=", now())
    .where("restoredVersion", "is", null)
    .orderBy("nextSyncAt")
    .limit(sourcesAtOnce)
    .execute();
}

interface Due {
  source: Pick<DataSourceRow, "organizationId" | "id">;
  mayRun: boolean;
}

async function queueSync(
  tx: Tx,
  { jobs, events, now }: Pick<ScheduleDeps, "jobs" | "events" | "now">,
  { source, mayRun }: Due,
): Promise<void> {
  const at = now();
  const row = await tx
    .selectFrom("dataSources")
    .selectAll()
    .where("organizationId", "=", source.organizationId)
    .where("id", "=", source.id)
    .where("nextSyncAt", "<=", at)
    .where("restoredVersion", "is", null)
    .forUpdate()
    .executeTakeFirst();
  const schedule = row && readSchedule(row);
  if (!schedule) return;
  const { organizationId, agentId, id: sourceId } = row;
  await tx
    .updateTable("dataSources")
    .set({ nextSyncAt: findNextSync(schedule, at) })
    .where("organizationId", "=", organizationId)
    .where("id", "=", sourceId)
    .execute();
  if (!mayRun) return;
  const run = await queueRun(tx, jobs, { source: row, trigger: "schedule", now: at });
  await announceSync(events, tx, { organizationId, agentId, sourceId, runId: run.id, now: at });
}
