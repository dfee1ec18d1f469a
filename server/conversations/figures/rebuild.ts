import type { Db, Store, Tx } from "../../database/store.ts";
import { listCells } from "./count.ts";
import { CellSums, figureTables, readFills } from "./fold.ts";
import { keepOthersFromAdding } from "./lock.ts";

/** How many conversations are counted at a time. */
const atOnce = 200;

/**
 * Works all figures out again from the conversations themselves, organization by organization, each in a transaction of
 * its own; gives how many conversations there are.
 */
export async function rebuildFigures(store: Pick<Store, "reader" | "transaction">): Promise<number> {
  let count = 0;
  for (const organizationId of await listOrganizations(store.reader))
    count += await store.transaction((tx) => rebuildOf(tx, organizationId));
  return count;
}

/** Visitors write meanwhile. What they had not committed when this began is added to the figures afterwards. */
async function rebuildOf(tx: Tx, organizationId: string): Promise<number> {
  await keepOthersFromAdding(tx);
  for (const table of ["figureChanges", "figureFills", ...figureTables] as const)
    await tx.deleteFrom(table).where("organizationId", "=", organizationId).execute();
  let count = 0;
  for (let after = ""; ;) {
    const threads = await listThreads(tx, { organizationId, after });
    const last = threads.at(-1);
    if (!last) return count;
    await addFiguresOf(tx, threads);
    count += threads.length;
    after = last.id;
  }
}

/** All that have conversations, or figures of conversations that are gone. */
async function listOrganizations(reader: Db): Promise<string[]> {
  const known = new Set<string>();
  for (const table of ["threads", "figureChanges", ...figureTables] as const) {
    const rows = await reader.selectFrom(table).select("organizationId").distinct().execute();
    for (const { organizationId } of rows) known.add(organizationId);
  }
  return [...known].toSorted();
}

interface Key {
  organizationId: string;
  id: string;
}

function listThreads(
  tx: Tx,
  { organizationId, after }: { organizationId: string; after: string },
): Promise<(Key & { agentId: string })[]> {
  return tx
    .selectFrom("threads")
    .select(["organizationId", "id", "agentId"])
    .where("organizationId", "=", organizationId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(atOnce)
    .execute();
}

/**
 * Adds the figures of conversations that were written without being counted. `beginToAdd` comes first in the transaction:
 * blocks that are being made must not get further meanwhile.
 */
export async function addFiguresOf(tx: Tx, threads: readonly (Key & { agentId: string })[]): Promise<void> {
  const sums = new CellSums(await readFills(tx));
  const byAgent = Map.groupBy(threads, ({ organizationId, agentId }) => `${organizationId}\n${agentId}`);
  for (const group of byAgent.values()) {
    const [first] = group;
    if (!first) continue;
    const { organizationId, agentId } = first;
    const threadIds = group.map(({ id }) => id);
    sums.add({ organizationId, agentId }, await listCells(tx, { organizationId, threadIds }, 1));
  }
  await sums.write(tx);
}
