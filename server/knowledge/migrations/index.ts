import type { Migrations } from "../../database/migrate.ts";
import { createSyncsTables } from "./syncs.ts";
import { createSearchTables } from "./search.ts";
import { createPagesTables } from "./pages.ts";
import { createSourcesTables } from "./sources.ts";

/** Data sources with their pages, passages, syncs and search indices. */
export const knowledgeMigrations: Migrations = {
  "0009_knowledge": {
    owners: {
      connections: "organization",
      gonePassages: { of: "syncRuns", by: "runId" },
      pageFetches: { of: "dataSources", by: "sourceId" },
      pageUse: { of: "dataSources", by: "sourceId" },
      pages: { of: "dataSources", by: "sourceId" },
      passageEdits: { of: "dataSources", by: "sourceId" },
      passageSegments: { of: "dataSources", by: "sourceId" },
      passageVectors: { of: "dataSources", by: "sourceId" },
      passages: { of: "dataSources", by: "sourceId" },
      sourceDocuments: { of: "dataSources", by: "sourceId" },
      sourceVectors: { of: "dataSources", by: "sourceId" },
      syncChanges: { of: "syncRuns", by: "runId" },
      syncFrontier: { of: "syncRuns", by: "runId" },
      syncLogs: { of: "syncRuns", by: "runId" },
      syncRuns: { of: "dataSources", by: "sourceId" },
      vectorBlocks: { of: "dataSources", by: "sourceId" },
    },
    async up(db) {
      await createSyncsTables(db);
      await createSearchTables(db);
      await createPagesTables(db);
      await createSourcesTables(db);
    },
  },
};
