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

/** An installation from before there were figures gets those of the conversations that it has. */
async function rebuildMissing({ store, log }: AnalyticsDeps): Promise<void> {
  const tables = ["figureConversations", "figureChanges"] as const;
  for (const table of tables) {
    const [known] = await store.db.selectFrom(table).select("agentId").limit(1).execute();
    if (known) return;
  }
  const [thread] = await store.db
    .selectFrom("threads")
    .select("id")
    .where("preview", "=", 0)
    .where("nextPosition", ">", 0)
    .limit(1)
    .execute();
  if (!thread) return;
  const count = await rebuildFigures(store);
  log.info(`The figures of ${count} conversations were made.`);
}
