/**
 * A process to kill: opens the store of its first argument, and with `insert` writes rows into testThings one after the
 * other, printing the id of each once it is acknowledged; else prints one line and holds the store open.
 */
import { writeSync } from "node:fs";
import { sql } from "kysely";
import { newId } from "../../server/database/ids.ts";
import { openStore } from "../../server/database/store.ts";

const { insert, ...place } = JSON.parse(process.argv[2] ?? "{}");
const store = await openStore(place);
if (!insert) writeSync(1, "open\n");
setInterval(() => {}, 60_000);
while (insert) {
  const id = newId();
  await sql`insert into "testThings" (id, amount) values (${id}, 1)`.execute(store.db);
  writeSync(1, `${id}\n`);
}
