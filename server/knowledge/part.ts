import type { AgentPart } from "../agents/parts.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { forgetHygiene } from "./hygiene/checkHygiene.ts";
import { exportSources, shareSources, takeSources } from "./portable.ts";
import { stopUse } from "./shared/sharedUse.ts";
import { forgetVersions } from "./versions/forgetVersions.ts";
import { freezeSources, listSourceRows } from "./versions/freezeSources.ts";
import { listPageChanges } from "./versions/listPageChanges.ts";
import { queueTidy } from "./versions/queueTidy.ts";
import { removeSourceForGood } from "./versions/removeSource.ts";
import { restoreSources } from "./versions/restoreSources.ts";
import { createZone, removeZone } from "./zones/zones.ts";

/** What knowledge has to do with an agent's life: its sources travel as descriptions, versions remember their pages, and all go with it. */
export function knowledgePart(jobs: Jobs): AgentPart {
  return {
    name: "knowledge",
    create: createZone,
    exportPieces: async (db, agent, { sources }) => (sources ? exportSources(db, agent) : {}),
    async take(tx, into, { knowledge }) {
      await takeSources(tx, jobs, { ...into, sources: knowledge?.sources ?? [] });
    },
    async share(tx, { choice, ...agents }, taking) {
      if (choice.sources) await shareSources(tx, jobs, { ...agents, taking });
    },
    freeze: freezeSources,
    kept: (tx, agent) => queueTidy(tx, jobs, agent),
    listPageChanges,
    async restore(tx, from) {
      if (from.withKnowledge) await restoreSources(tx, jobs, from);
    },
    async remove(tx, agent) {
      await forgetVersions(tx, jobs, agent);
      await stopUse(tx, agent);
      await forgetHygiene(tx, agent);
      await removeZone(tx, agent);
      for (const source of await listSourceRows(tx, agent)) await removeSourceForGood(tx, jobs, source);
    },
  };
}
