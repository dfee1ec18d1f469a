import { sql } from "kysely";
import type { Store, Tx } from "../../database/store.ts";
import { addStored } from "./count.ts";
import { CellSums } from "./fold.ts";
import { readStored } from "./readStored.ts";
import { Tally } from "./tally.ts";

/** So many conversations at a time. */
const atOnce = 200;

/**
 * Works all figures out anew from the conversations themselves; gives how many there are. `also` is done in the same
 * transaction.
 */
export async function rebuildFigures(
  store: Pick<Store, "transaction" | "dialect">,
  also: (tx: Tx) => Promise<void> = async () => {},
): Promise<number> {
  return store.transaction(async (tx) => {
    // On Postgres others write meanwhile: what they have not committed yet is added after this.
    if (store.dialect === "postgres") await sql`lock table "figureChanges" in exclusive mode`.execute(tx);
    for (const table of [
      "figureChanges",
      "figureConversations",
      "figureAnswers",
      "figureTimes",
      "figureDetails",
    ] as const)
      await tx.deleteFrom(table).execute();
    let count = 0;
    for (let last = { organizationId: "", id: "" }; ;) {
      const threads = await listThreads(tx, last);
      const end = threads.at(-1);
      if (!end) {
        await also(tx);
        return count;
      }
      await addFiguresOf(tx, threads);
      count += threads.length;
      last = end;
    }
  });
}

interface Key {
  organizationId: string;
  id: string;
}

function listThreads(tx: Tx, last: Key): Promise<(Key & { agentId: string })[]> {
  return tx
    .selectFrom("threads")
    .select(["organizationId", "id", "agentId"])
    .where((row) =>
      row.or([
        row("organizationId", ">", last.organizationId),
        row.and([row("organizationId", "=", last.organizationId), row("id", ">", last.id)]),
      ]),
    )
    .orderBy("organizationId")
    .orderBy("id")
    .limit(atOnce)
    .execute();
}

/** Adds the figures of conversations that were written without being counted. */
export async function addFiguresOf(tx: Tx, threads: readonly (Key & { agentId: string })[]): Promise<void> {
  const sums = new CellSums();
  const byAgent = Map.groupBy(threads, ({ organizationId, agentId }) => `${organizationId}\n${agentId}`);
  for (const group of byAgent.values()) {
    const [first] = group;
    if (!first) continue;
    const { organizationId, agentId } = first;
    const tally = new Tally();
    const threadIds = group.map(({ id }) => id);
    addStored(tally, await readStored(tx, { organizationId, threadIds }), 1);
    sums.add({ organizationId, agentId }, tally.list());
  }
  await sums.write(tx);
}
