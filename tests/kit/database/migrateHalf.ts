/** A process to kill: runs the first of two migrations on the store of its first argument and stops inside the second. */
import { writeSync } from "node:fs";
import type { Kysely } from "kysely";
import { migrate } from "../../../server/database/migrate.ts";
import { openStore } from "../../../server/database/openStore.ts";

const store = await openStore(JSON.parse(process.argv[2] ?? "{}"));
setInterval(() => {}, 60_000);
await migrate(store, {
  "0001_one": { up: (db: Kysely<unknown>) => db.schema.createTable("one").addColumn("id", "text").execute() },
  "0002_two": {
    up: async () => {
      writeSync(1, "halfway\n");
      await new Promise(() => {});
    },
  },
});
