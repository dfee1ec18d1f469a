import type {} from "../accounts/tables.ts";
import type { Capability, Leaf } from "../agents/capability.ts";
import { reportsMigrations } from "./reports/migrations.ts";
import { fillBlocks, fillLateOrganizations } from "../conversations/figures/fill.ts";
import { foldFigures } from "../conversations/figures/fold.ts";
import { rebuildFigures } from "../conversations/figures/rebuild.ts";
import { dashboardRoutes } from "./dashboardCalls.ts";
import { demoRoutes } from "./demo/demoCalls.ts";
import type { AnalyticsDeps } from "./deps.ts";
import { endMails, queueDueReports, reportJob } from "./reports/mails.ts";
import { reportRoutes } from "./reports/reportCalls.ts";
import { forgetReportsOf } from "./reports/reports.ts";
import { sendReport } from "./reports/sendReport.ts";
import { stopPage } from "./reports/stopPage.ts";
import { statsRoutes } from "./statsCalls.ts";
import { usageRoutes } from "./usageCalls.ts";

const foldEveryMs = 30_000;
const lookEveryMs = 30_000;
const fillJob = "figureBlocks";
/** Servers of an earlier version, which know of no blocks, may still count for as long after an upgrade. */
const fillAfterMs = 10 * 60_000;

/** Puts analytics together: the calls that read figures, and the work that adds up what conversations changed of them. */
export const analytics: Leaf<AnalyticsDeps> = { create: createAnalytics, migrations: reportsMigrations };

export function createAnalytics(deps: AnalyticsDeps): Capability {
  let endFolding: (() => Promise<void>) | undefined;
  let endLooking: (() => Promise<void>) | undefined;
  return {
    name: "analytics",
    routes: [
      ...dashboardRoutes(deps),
      ...statsRoutes(deps),
      ...usageRoutes(deps),
      ...reportRoutes(deps),
      ...demoRoutes(deps),
    ],
    pages: [stopPage(deps)],
    part: { name: "analytics", remove: forgetReportsOf },
    jobs: [
      { kind: reportJob, handler: (job) => sendReport(deps, job) },
      {
        kind: fillJob,
        yields: true,
        async handler({ organizationId }, { signal }) {
          await queueLateFills(deps);
          await fillBlocks(deps.store, organizationId, { signal });
        },
      },
    ],
    memberLeft: endMails,
    async start() {
      await rebuildMissing(deps);
      await queueFills(deps);
      const work = () => foldFigures(deps.store);
      endFolding = deps.scheduler.every({ name: "adds up figures", everyMs: foldEveryMs, work });
      // Without a mail server nothing is due: what was missed is one letter once there is one.
      if (!deps.mail.isConfigured) return;
      const look = () => queueDueReports(deps);
      endLooking = deps.scheduler.every({ name: "looks for due reports", everyMs: lookEveryMs, work: look });
    },
    async stop() {
      await endFolding?.();
      await endLooking?.();
    },
  };
}

/** Stands in the installation's own rows once its figures hold all conversations that it had. */
const madeKey = "figures-made";
/** By which rules: a new number where a message counts for something else than before. */
const madeBy = "2";

/**
 * An installation from before there were figures gets those of the conversations that it has, and so does one whose
 * figures follow earlier rules. A mark says that this was done: figures that are there already may be those of today
 * alone, for visitors write while this begins.
 */
async function rebuildMissing({ store, log, now }: AnalyticsDeps): Promise<void> {
  const mark = await store.db
    .selectFrom("installation")
    .select("value")
    .where("key", "=", madeKey)
    .executeTakeFirst();
  if (mark?.value === madeBy) return;
  const count = await rebuildFigures(store);
  await store.db
    .insertInto("installation")
    .values({ key: madeKey, value: madeBy, createdAt: now() })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: madeBy }))
    .execute();
  if (count > 0) log.info(`The figures of ${count} conversations were made.`);
}

/** How many are filled in one transaction. */
const fillsAtOnce = 200;

/** Figures of before there were blocks get theirs while visitors write; until then questions take longer. */
async function queueFills({ store, jobs, now }: AnalyticsDeps): Promise<void> {
  const rows = await store.db.selectFrom("figureFills").select("organizationId").execute();
  const runAt = now() + fillAfterMs;
  for (let from = 0; from < rows.length; from += fillsAtOnce)
    await store.transaction(async (tx) => {
      for (const { organizationId } of rows.slice(from, from + fillsAtOnce))
        await jobs.enqueue(tx, { ...fillOf(organizationId), runAt });
    });
}

/** Organizations that were created during the upgrade get theirs with the first of the others. */
async function queueLateFills({ store, jobs }: AnalyticsDeps): Promise<void> {
  await store.transaction(async (tx) => {
    for (const organizationId of await fillLateOrganizations(tx))
      await jobs.enqueue(tx, fillOf(organizationId));
  });
}

const fillOf = (organizationId: string) => ({
  ...{ organizationId, kind: fillJob, key: organizationId, payload: {} },
});
