import type { Compilable, CompiledQuery, QueryResult, RawBuilder } from "kysely";
import { dialectOf } from "./columns.ts";
import type { Db } from "./store.ts";

/**
 * Gives a function that runs one statement with other values each time and gives its rows. Its text is made once for each
 * store, each set of names that have a value and each length of a list, which costs as much as SQLite's own work with it:
 * for what every answer needs. `build` gets marks in place of the values, also of those in lists and in lists of rows, so
 * it hands them on to the statement alone and looks at none.
 *
 * With `isLast` nobody reads what it writes before it is committed: on SQLite all such statements of the transactions that
 * are committed together are run right before that, in their order, and give no rows. A full-text index is written once then.
 */
export function statement<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row> | RawBuilder<Row>,
  { isLast = false } = {},
): (db: Db, values: Values) => Promise<Row[]> {
  const made = new Map<string, CompiledQuery<Row>>();
  return async (db, values) => {
    const key = dialectOf(db) + shapeOf(values);
    let query = made.get(key);
    if (!query) {
      if (made.size >= mostKept) made.clear();
      query = build(db, mark(values, (given) => given) as Values).compile(db); // a mark for each value
      made.set(key, query);
    }
    const parameters = query.parameters.map((one) => (one instanceof Mark ? one.read(values) : one));
    const given: CompiledQuery<Row> = { ...query, parameters };
    if (isLast) lastOnes.add(given);
    return (await execute(db, given)).rows;
  };
}

/** How statements reach a connection without Kysely's own way to it, which costs several times as much as SQLite's work with them. */
type ShortWay = <Row>(query: CompiledQuery<Row>) => Promise<QueryResult<Row>>;

const shortWays = new WeakMap<Db, ShortWay>();

/** Has the statements of a database go this way from now on, or as Kysely does again. */
export function setShortWay(db: Db, way: ShortWay | null): void {
  if (way) shortWays.set(db, way);
  else shortWays.delete(db);
}

function execute<Row>(db: Db, query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
  return shortWays.get(db)?.(query) ?? db.executeQuery(query);
}

const lastOnes = new WeakSet<CompiledQuery>();

/** Whether a query is to be run right before its transaction is committed. */
export function isLast(query: CompiledQuery): boolean {
  return lastOnes.has(query);
}

/** Lists of every length each have a text of their own. */
const mostKept = 200;

/** Stands in a statement where a value goes. */
class Mark {
  readonly read: Read;

  constructor(read: Read) {
    this.read = read;
  }
}

/** Gives a value of all that the statement is given. */
type Read = (given: unknown) => unknown;

/** Gives the same names and lists with a mark in place of each value. */
function mark(value: unknown, read: Read): unknown {
  if (Array.isArray(value)) {
    return value.map((one, index) => mark(one, (given) => (read(given) as unknown[])[index])); // as long: its shape is the same
  }
  if (!isRow(value)) return new Mark(read);
  const marks = namesOf(value).map((name) => [
    name,
    mark(value[name], (given) => (read(given) as Row)[name]),
  ]); // as above
  return Object.fromEntries(marks);
}

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shapeOf).join()}]`;
  return isRow(value)
    ? `{${namesOf(value)
        .map((name) => name + shapeOf(value[name]))
        .join()}}`
    : "";
}

type Row = Record<string, unknown>;

function namesOf(row: Row): string[] {
  return Object.keys(row).filter((name) => row[name] !== undefined);
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
