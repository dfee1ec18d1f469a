import type { AgentPart } from "../../agents/parts.ts";
import type { CollectionDeps } from "./deps.ts";
import { listAgentCollections } from "./find.ts";
import { exportCollections, shareCollections, takeCollections } from "./portable.ts";
import { removeWithRows } from "./removeCollection.ts";

/** What data collections have to do with an agent's life: they travel with what it knows, and go with it. */
export function collectionsPart({ jobs }: CollectionDeps): AgentPart {
  return {
    name: "collections",
    exportPieces: async (db, agent, { sources }) => (sources ? exportCollections(db, agent) : {}),
    take: (tx, into, { collections }) => takeCollections(tx, into, collections?.collections ?? []),
    async share(tx, { choice, ...agents }, { now }) {
      if (choice.sources) await shareCollections(tx, { ...agents, now });
    },
    async remove(tx, agent) {
      for (const row of await listAgentCollections(tx, agent)) await removeWithRows(tx, jobs, row);
    },
  };
}
