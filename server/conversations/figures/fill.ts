import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import {
  answerCounters,
  conversationCounters,
  detailCounters,
  timeNames,
} from "../../../shared/domain/measures.ts";
import type {} from "../../accounts/tables.ts";
import type { Db, Store, Tx } from "../../database/store.ts";
import { blockTables, listFacets } from "./blocks.ts";
import type { BlockSource } from "./blocks.ts";
import { waitForAdding } from "./lock.ts";

/** The span that is filled at a time: on SQLite it takes the server's thread some milliseconds. */
const stepMs = 6 * 60 * 60 * 1000;

/**
 * Makes the blocks of an organization from its quarter hours, some hours at a time, and continues where it was. What
 * visitors do meanwhile counts; questions are answered from the quarter hours until all blocks are there.
 */
export async function fillBlocks(
  store: Pick<Store, "transaction">,
  organizationId: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  while (await store.transaction((tx) => fillSome(tx, organizationId))) signal?.throwIfAborted();
}

/** The installation's own row that the migration writes where there are organizations to upgrade. */
const upgradeKey = "figure-blocks-added";

/**
 * Begins the blocks of organizations that have none under way, once after the upgrade that added blocks and when servers
 * of the earlier version have ended: those counted without blocks, also for organizations that were created since. Gives
 * the organizations.
 */
export async function fillLateOrganizations(tx: Tx): Promise<string[]> {
  if (!(await findMark(tx))) return [];
  await waitForAdding(tx);
  // Another server may have done it while this one waited.
  if (!(await findMark(tx))) return [];
  await tx.deleteFrom("installation").where("key", "=", upgradeKey).execute();
  const rows = await tx
    .selectFrom("organizations")
    .select("id")
    .where("id", "not in", tx.selectFrom("figureFills").select("organizationId"))
    .orderBy("id")
    .execute();
  for (const { id: organizationId } of rows)
    await tx.insertInto("figureFills").values({ organizationId, filledTo: 0 }).execute();
  return rows.map(({ id }) => id);
}

function findMark(tx: Tx): Promise<object | undefined> {
  return tx.selectFrom("installation").select("key").where("key", "=", upgradeKey).executeTakeFirst();
}

/** Whether an organization's blocks are still being made. */
export async function isFilling(db: Db, organizationId: string): Promise<boolean> {
  const row = await db
    .selectFrom("figureFills")
    .select("filledTo")
    .where("organizationId", "=", organizationId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives whether there is more to do. */
async function fillSome(tx: Tx, organizationId: string): Promise<boolean> {
  await waitForAdding(tx);
  const fill = await tx
    .selectFrom("figureFills")
    .select("filledTo")
    .where("organizationId", "=", organizationId)
    .executeTakeFirst();
  if (!fill) return false;
  if (fill.filledTo === 0) await empty(tx, organizationId);
  const from = await findNext(tx, { organizationId, after: fill.filledTo });
  if (from === undefined) {
    await tx.deleteFrom("figureFills").where("organizationId", "=", organizationId).execute();
    return false;
  }
  const filledTo = from - (from % stepMs) + stepMs;
  const labels = ["", ...(await listLabels(tx, organizationId))];
  for (const table of sources) {
    for (const [facet, blockMs] of listFacets(table))
      await addBlocks(tx, { organizationId, labels, table, facet, blockMs, from, to: filledTo });
  }
  await tx
    .updateTable("figureFills")
    .set({ filledTo })
    .where("organizationId", "=", organizationId)
    .execute();
  return true;
}

/** Some servers may have added to blocks that others left out. */
async function empty(tx: Tx, organizationId: string): Promise<void> {
  for (const table of Object.values(blockTables))
    await tx.deleteFrom(table).where("organizationId", "=", organizationId).execute();
}

/** What is not known of these tables is known of none: each answer, and each conversation, is in one of them. */
async function findNext(
  tx: Tx,
  { organizationId, after }: { organizationId: string; after: number },
): Promise<number | undefined> {
  const found: number[] = [];
  for (const table of ["figureConversations", "figureAnswers"] as const) {
    const row = await tx
      .selectFrom(table)
      .select("bucket")
      .where("organizationId", "=", organizationId)
      .where("label", "=", "")
      .where("bucket", ">=", after)
      .orderBy("bucket")
      .limit(1)
      .executeTakeFirst();
    if (row) found.push(row.bucket);
  }
  return found.length === 0 ? undefined : Math.min(...found);
}

async function listLabels(tx: Tx, organizationId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("labels")
    .select("id")
    .where("organizationId", "=", organizationId)
    .execute();
  return rows.map(({ id }) => id);
}

const sources = Object.keys(blockTables) as BlockSource[]; // its keys

const counters: Record<BlockSource, readonly string[]> = {
  figureConversations: conversationCounters,
  figureAnswers: answerCounters,
  figureDetails: detailCounters,
  figureTimes: ["count", "total"],
};

/** What blocks are kept by beside their time and facet. */
const also: Record<BlockSource, readonly string[]> = {
  ...{ figureConversations: [], figureAnswers: [], figureDetails: ["kind"], figureTimes: ["name", "bin"] },
};

/** The columns between a label and the time in their keys: all values are named, so that the time is found by the key. */
const between: Partial<Record<BlockSource, { column: string; values: readonly string[] }>> = {
  figureDetails: { column: "kind", values: ["tool", "page"] },
  figureTimes: { column: "name", values: timeNames },
};

interface Step {
  organizationId: string;
  labels: readonly string[];
  table: BlockSource;
  facet: string;
  blockMs: number;
  from: number;
  to: number;
}

async function addBlocks(
  tx: Tx,
  { organizationId, labels, table, facet, blockMs, from, to }: Step,
): Promise<void> {
  const name = blockTables[table];
  const key: [string, RawBuilder<unknown>][] = [
    ...["organizationId", "label", "agentId"].map(
      (column) => [column, sql.ref(column)] as [string, RawBuilder<unknown>],
    ),
    ["facet", sql`${sql.lit(facet)}`],
    ["value", facet === "" ? sql`''` : sql`cast(${sql.ref(facet)} as text)`],
    ["bucket", sql`${sql.ref("bucket")} - ${sql.ref("bucket")} % ${sql.lit(blockMs)}`],
    ...also[table].map((column) => [column, sql.ref(column)] as [string, RawBuilder<unknown>]),
  ];
  const names = [...key.map(([column]) => column), ...counters[table]].map((column) => sql.ref(column));
  const given = [
    ...key.map(([, value]) => value),
    ...counters[table].map((one) => sql`sum(${sql.ref(one)})`),
  ];
  const added = counters[table].map(
    (one) => sql`${sql.ref(one)} = ${sql.ref(`${name}.${one}`)} + ${sql.ref(`excluded.${one}`)}`,
  );
  const named = between[table];
  const conditions = [
    sql`"organizationId" = ${organizationId}`,
    sql`"label" in (${sql.join(labels)})`,
    ...(named ? [sql`${sql.ref(named.column)} in (${sql.join(named.values)})`] : []),
    sql`"bucket" >= ${from}`,
    sql`"bucket" < ${to}`,
  ];
  await sql`insert into ${sql.table(name)} (${sql.join(names)})
    select ${sql.join(given)} from ${sql.table(table)}
    where ${sql.join(conditions, sql` and `)}
    group by ${sql.join(key.map((_, index) => sql.lit(index + 1)))}
    on conflict (${sql.join(key.map(([column]) => sql.ref(column)))}) do update set ${sql.join(added)}`.execute(
    tx,
  );
}
