import type { Migrations } from "../../database/migrate.ts";
import { createSyncsTables } from "./syncs.ts";
import { createSearchTables } from "./search.ts";
import { createPagesTables } from "./pages.ts";
import { createSourcesTables } from "./sources.ts";

/** Data sources with their pages, passages, syncs and search indices. */
export const knowledgeMigrations: Migrations = {
  "0009_knowledge": {
    async up(db) {
      await createSyncsTables(db);
      await createSearchTables(db);
      await createPagesTables(db);
      await createSourcesTables(db);
    },
  },
};
