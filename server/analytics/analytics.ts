import type {} from "../accounts/tables.ts";
import type { Capability } from "../agents/capability.ts";
import { foldFigures } from "../conversations/figures/fold.ts";
import { rebuildFigures } from "../conversations/figures/rebuild.ts";
import { dashboardRoutes } from "./dashboardCalls.ts";
import type { AnalyticsDeps } from "./deps.ts";
import { statsRoutes } from "./statsCalls.ts";
import { usageRoutes } from "./usageCalls.ts";

const foldEveryMs = 30_000;

/** Puts analytics together: the calls that read figures, and the work that adds up what conversations changed of them. */
export function createAnalytics(deps: AnalyticsDeps): Capability {
  let endFolding: (() => Promise<void>) | undefined;
  return {
    name: "analytics",
    routes: [...dashboardRoutes(deps), ...statsRoutes(deps), ...usageRoutes(deps)],
    async start() {
      await rebuildMissing(deps);
      const work = () => foldFigures(deps.store);
      endFolding = deps.scheduler.every({ name: "adds up figures", everyMs: foldEveryMs, work });
    },
    async stop() {
      await endFolding?.();
    },
  };
}

/** Stands in the installation's own rows once its figures hold all conversations that it had. */
const madeKey = "figures-made";

/**
 * An installation from before there were figures gets those of the conversations that it has. A mark says that this was
 * done: figures that are there already may be those of today alone, for visitors write while this begins.
 */
async function rebuildMissing({ store, log, now }: AnalyticsDeps): Promise<void> {
  const mark = await store.db
    .selectFrom("installation")
    .select("key")
    .where("key", "=", madeKey)
    .executeTakeFirst();
  if (mark) return;
  const count = await rebuildFigures(store, async (tx) => {
    await tx
      .insertInto("installation")
      .values({ key: madeKey, value: "", createdAt: now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  if (count > 0) log.info(`The figures of ${count} conversations were made.`);
}
