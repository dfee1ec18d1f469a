/**
 * A process to kill: opens the store of its first argument, and with `insert` writes rows into testThings, several
 * at once, printing the id of each once it is acknowledged; else prints one line and holds the store open.
 */
import { writeSync } from "node:fs";
import { sql } from "kysely";
import { newId } from "../../../server/database/ids.ts";
import { openStore } from "../../../server/database/openStore.ts";

const writersAtOnce = 6;
const { insert, ...place } = JSON.parse(process.argv[2] ?? "{}");
const store = await openStore(place);
if (!insert) writeSync(1, "open\n");
setInterval(() => {}, 60_000);
if (insert) await Promise.all(Array.from({ length: writersAtOnce }, (_, index) => writeOn(index % 2 === 0)));

async function writeOn(inTransactions: boolean): Promise<void> {
  for (;;) {
    const id = newId();
    const row = sql`insert into "testThings" (id, amount) values (${id}, 1)`;
    if (inTransactions) await store.transaction(async (tx) => void (await row.execute(tx)));
    else await row.execute(store.db);
    writeSync(1, `${id}\n`);
  }
}
