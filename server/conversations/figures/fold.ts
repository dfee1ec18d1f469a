import { sql } from "kysely";
import { answerCounters, conversationCounters, detailCounters } from "../../../shared/domain/measures.ts";
import { weekMs } from "../../../shared/domain/figureTime.ts";
import { isLocked } from "../../database/faults.ts";
import { statement } from "../../database/statement.ts";
import type { Db, Store, Tables, Tx } from "../../database/store.ts";
import { blockTables, listFacets } from "./blocks.ts";
import { beginToAdd } from "./lock.ts";
import { readCells } from "./tally.ts";
import type { TallyCell } from "./tally.ts";
import type {} from "./tables.ts";

/** How many changes are folded at a time: on SQLite the server's thread does nothing else meanwhile. */
const atOnce = 100;
/** Statements have one text for as many rows. */
const rowsAtOnce = 10;

/**
 * Adds to the figures what was written since; what is read afterwards has all that was committed before. While figures
 * are rebuilt this is left for later: nobody who asks for them waits for that.
 */
export async function foldFigures(store: Pick<Store, "transaction">): Promise<void> {
  try {
    while ((await store.transaction(foldSome)) === atOnce);
  } catch (error) {
    if (!isLocked(error)) throw error;
  }
}

async function foldSome(tx: Tx): Promise<number> {
  await beginToAdd(tx, { mayWait: false });
  const changes = await tx
    .selectFrom("figureChanges")
    .selectAll()
    .orderBy("id")
    .limit(atOnce)
    .forUpdate()
    .execute();
  const last = changes.at(-1);
  if (!last) return 0;
  const sums = new CellSums(await readFills(tx));
  const told = changes.map(({ body, ...owner }) => ({ owner, cells: readCells(body) }));
  const isThere = await findLabels(tx, told);
  for (const { owner, cells } of told)
    sums.add(
      owner,
      cells.filter(([, label]) => isThere(owner.organizationId, label)),
    );
  await sums.write(tx);
  const ids = changes.map(({ id }) => id);
  await tx.deleteFrom("figureChanges").where("id", "in", ids).execute();
  return changes.length;
}

/** Says which labels there still are. One that is deleted after this waits, and takes these figures with it. */
async function findLabels(
  tx: Tx,
  told: readonly { owner: Owner; cells: readonly TallyCell[] }[],
): Promise<(organizationId: string, label: string) => boolean> {
  const asked = new Set(told.flatMap(({ cells }) => cells.map(([, label]) => label)));
  asked.delete("");
  if (asked.size === 0) return (_, label) => label === "";
  const rows = await tx
    .selectFrom("labels")
    .select(["organizationId", "id"])
    .where("id", "in", [...asked])
    .orderBy("id")
    .forUpdate()
    .execute();
  const known = new Set(rows.map(({ organizationId, id }) => `${organizationId}\n${id}`));
  return (organizationId, label) => label === "" || known.has(`${organizationId}\n${label}`);
}

interface Owner {
  organizationId: string;
  agentId: string;
}

/** Gives until when the blocks of organizations are made that don't have them all. */
export async function readFills(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx.selectFrom("figureFills").selectAll().execute();
  return new Map(rows.map(({ organizationId, filledTo }) => [organizationId, filledTo]));
}

/** What many changes make of each row. */
export class CellSums {
  readonly #rows = new Map<FigureTable, Map<string, Row>>();
  readonly #fills: ReadonlyMap<string, number>;

  /** `fills` says until when the blocks of organizations are made that don't have them all. */
  constructor(fills: ReadonlyMap<string, number>) {
    this.#fills = fills;
  }

  add({ organizationId, agentId }: Owner, cells: readonly TallyCell[]): void {
    for (const [letter, ...rest] of cells) {
      const counts = rest.at(-1) as Record<string, number>; // the last of a TallyCell
      const { fine, weeks, blocks } = tables[letter];
      const owner: Row = { organizationId, agentId };
      // The key before the counts.
      fine.key.forEach((column, index) => (owner[column] = rest[index] as string | number));
      this.#add(fine, owner, counts);
      const bucket = Number(owner["bucket"]);
      this.#add(weeks, { ...owner, bucket: bucket - (bucket % weekMs) }, counts);
      if (bucket >= (this.#fills.get(organizationId) ?? Infinity)) continue;
      for (const [facet, blockMs] of listFacets(fine.name)) {
        const value = facet === "" ? "" : String(owner[facet]);
        this.#add(blocks, { ...owner, facet, value, bucket: bucket - (bucket % blockMs) }, counts);
      }
    }
  }

  #add(table: FigureTable, of: Row, counts: Record<string, number>): void {
    const rows = this.#rows.get(table) ?? new Map<string, Row>();
    this.#rows.set(table, rows);
    let name = "";
    for (const column of table.kept) name += `${of[column]}\n`;
    let row = rows.get(name);
    if (!row) {
      row = { ...table.nothing };
      for (const column of table.kept) row[column] = of[column] ?? "";
    }
    rows.set(name, row);
    for (const [counter, by] of Object.entries(counts)) row[counter] = Number(row[counter]) + by;
  }

  /**
   * Adds all to the figures, in one order, so that two who do so immediately wait for one another, and not each for the
   * other.
   */
  async write(tx: Tx): Promise<void> {
    for (const table of Object.values(tables).flatMap(({ fine, weeks, blocks }) => [fine, weeks, blocks])) {
      const sorted = [...(this.#rows.get(table) ?? [])].toSorted(([one], [other]) => (one < other ? -1 : 1));
      const rows = sorted.map(([, row]) => row);
      const full = rows.length - (rows.length % rowsAtOnce);
      for (let from = 0; from < full; from += rowsAtOnce)
        await table.put(tx, { rows: rows.slice(from, from + rowsAtOnce) });
      for (const row of rows.slice(full)) await table.put(tx, { rows: [row] });
    }
    this.#rows.clear();
  }
}

/** Takes what a label counted out of the figures, in the transaction that deletes it. */
export async function forgetLabelFigures(
  tx: Tx,
  { organizationId, labelId }: { organizationId: string; labelId: string },
): Promise<void> {
  await beginToAdd(tx, { mayWait: true });
  for (const name of figureTables)
    await tx
      .deleteFrom(name)
      .where("organizationId", "=", organizationId)
      .where("label", "=", labelId)
      .execute();
}

type Row = Record<string, string | number>;
type Letter = TallyCell[0];
type FigureTable = ReturnType<typeof table<FigureTableName>>;

const times = ["count", "total"];
const first = ["label", "bucket", "surface", "language"];
const ofBlock = ["label", "facet", "value", "bucket"];
/** By the letter of a cell: its key is that of `fine`, in that order. */
const tables = {
  c: {
    fine: table("figureConversations", first, conversationCounters),
    weeks: table("figureConversationWeeks", first, conversationCounters),
    blocks: table(blockTables.figureConversations, ofBlock, conversationCounters),
  },
  a: {
    fine: table("figureAnswers", [...first, "model", "version"], answerCounters),
    weeks: table("figureAnswerWeeks", [...first, "model", "version"], answerCounters),
    blocks: table(blockTables.figureAnswers, ofBlock, answerCounters),
  },
  t: {
    fine: table("figureTimes", [...first, "model", "version", "name", "bin"], times),
    weeks: table("figureTimeWeeks", ["label", "bucket", "model", "version", "name", "bin"], times),
    blocks: table(blockTables.figureTimes, [...ofBlock, "name", "bin"], times),
  },
  d: {
    fine: table("figureDetails", [...first, "model", "kind", "name", "parent"], detailCounters),
    weeks: table("figureDetailWeeks", [...first, "model", "kind", "name", "parent"], detailCounters),
    blocks: table(blockTables.figureDetails, [...ofBlock, "kind"], detailCounters),
  },
} as const satisfies Record<Letter, Record<string, FigureTable>>;

/** All tables that figures are counted in. */
export const figureTables = Object.values(tables).flatMap(({ fine, weeks, blocks }) => [
  fine.name,
  weeks.name,
  blocks.name,
]);

type FigureTableName = Extract<
  keyof Tables,
  `figure${"Conversation" | "Answer" | "Time" | "Detail"}${"s" | "Weeks" | "Blocks"}`
>;

/** What a figures table is kept by and what it counts, with the statement that adds to its rows. */
function table<Name extends FigureTableName>(
  name: Name,
  key: readonly string[],
  counters: readonly string[],
) {
  const put = statement((_: Db, { rows }: { rows: Row[] }) => {
    const columns = ["organizationId", "agentId", ...key, ...counters];
    const names = sql.join(columns.map((column) => sql.ref(column)));
    const values = sql.join(
      rows.map((row) => sql`(${sql.join(columns.map((column) => sql`${row[column]}`))})`),
    );
    const kept = sql.join(["organizationId", "agentId", ...key].map((column) => sql.ref(column)));
    const sums = sql.join(
      counters.map(
        (counter) =>
          sql`${sql.ref(counter)} = ${sql.ref(`${name}.${counter}`)} + ${sql.ref(`excluded.${counter}`)}`,
      ),
    );
    return sql`insert into ${sql.table(name)} (${names}) values ${values}
      on conflict (${kept}) do update set ${sums}`;
  });
  const nothing: Row = Object.fromEntries(counters.map((counter) => [counter, 0]));
  return { name, key, kept: ["organizationId", "agentId", ...key], counters, nothing, put };
}
