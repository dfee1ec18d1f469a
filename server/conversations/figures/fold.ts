import { sql } from "kysely";
import { answerCounters, conversationCounters, detailCounters } from "../../../shared/domain/measures.ts";
import { statement } from "../../database/statement.ts";
import type { Db, Store, Tables, Tx } from "../../database/store.ts";
import type { TallyCell } from "./tally.ts";
import type {} from "./tables.ts";

/** So many changes at a time, so that on SQLite nobody waits long for the writer. */
const atOnce = 250;
/** Statements have one text for as many rows. */
const rowsAtOnce = 10;

/** Adds to the figures what was written since; what is read afterwards has all that was committed before. */
export async function foldFigures(store: Pick<Store, "transaction">): Promise<void> {
  while ((await store.transaction(foldSome)) === atOnce);
}

async function foldSome(tx: Tx): Promise<number> {
  const changes = await tx
    .selectFrom("figureChanges")
    .selectAll()
    .orderBy("id")
    .limit(atOnce)
    .forUpdate()
    .execute();
  const last = changes.at(-1);
  if (!last) return 0;
  const sums = new CellSums();
  for (const { organizationId, agentId, body } of changes)
    sums.add({ organizationId, agentId }, JSON.parse(body) as TallyCell[]); // written by writeTally
  await sums.write(tx);
  const ids = changes.map(({ id }) => id);
  await tx.deleteFrom("figureChanges").where("id", "in", ids).execute();
  return changes.length;
}

interface Owner {
  organizationId: string;
  agentId: string;
}

/** What many changes make of each cell. */
export class CellSums {
  readonly #rows: Record<Letter, Map<string, Row>> = {
    ...{ c: new Map(), a: new Map(), t: new Map(), d: new Map() },
  };

  add({ organizationId, agentId }: Owner, cells: readonly TallyCell[]): void {
    for (const cell of cells) {
      const [letter, ...rest] = cell;
      const counts = rest.at(-1) as Record<string, number>; // the last of a TallyCell
      const table = tables[letter];
      const name = `${organizationId}\n${agentId}\n${rest.slice(0, -1).join("\n")}`;
      const row: Row = this.#rows[letter].get(name) ?? {
        ...{ organizationId, agentId },
        // The key before the counts.
        ...Object.fromEntries(table.key.map((column, index) => [column, rest[index] as string | number])),
        ...Object.fromEntries(table.counters.map((counter) => [counter, 0])),
      };
      this.#rows[letter].set(name, row);
      for (const [counter, by] of Object.entries(counts)) row[counter] = Number(row[counter]) + by;
    }
  }

  /** Adds all to the figures, in one order, so that two who do so at once wait for one another, and not each for the other. */
  async write(tx: Tx): Promise<void> {
    for (const letter of letters) {
      const sorted = [...this.#rows[letter]].toSorted(([one], [other]) => (one < other ? -1 : 1));
      const rows = sorted.map(([, row]) => row);
      const full = rows.length - (rows.length % rowsAtOnce);
      for (let from = 0; from < full; from += rowsAtOnce)
        await tables[letter].put(tx, { rows: rows.slice(from, from + rowsAtOnce) });
      for (const row of rows.slice(full)) await tables[letter].put(tx, { rows: [row] });
      this.#rows[letter].clear();
    }
  }
}

type Row = Record<string, string | number>;
type Letter = TallyCell[0];

const tables = {
  c: table("figureConversations", ["bucket", "surface", "language"], conversationCounters),
  a: table("figureAnswers", ["bucket", "surface", "language", "model", "version"], answerCounters),
  t: table(
    "figureTimes",
    ["bucket", "surface", "language", "model", "version", "name", "bin"],
    ["count", "total"],
  ),
  d: table("figureDetails", ["bucket", "surface", "kind", "name", "parent"], detailCounters),
} as const satisfies Record<Letter, unknown>;
const letters = Object.keys(tables) as Letter[]; // keys of a literal object

/** What a figures table is kept by and what it counts, with the statement that adds to its rows. */
function table(name: keyof Tables, key: readonly string[], counters: readonly string[]) {
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
  return { key, counters, put };
}
