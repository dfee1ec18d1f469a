import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";
import { AppError } from "../../../shared/errors/errors.ts";
import type { Db } from "../../database/store.ts";
import { cellHolds } from "./filters.ts";
import type { CellFilter } from "./filters.ts";
import type { StoredCollection, StoredRow } from "./tables.ts";

export interface RowsWanted {
  filters: readonly CellFilter[];
  /** The column that orders the rows; by their numbers where there is none. */
  sort?: string | undefined;
  isDescending?: boolean;
  limit: number;
  cursor?: string | undefined;
}

export interface FoundRows {
  rows: StoredRow[];
  /** How many there are in all. */
  total: number;
  /** There may be more. */
  isAtLeast: boolean;
  /** Where the rows that follow begin; null at the end. */
  next: string | null;
}

/** A filter that lets fewer rows through than this is looked up first; of others, rows are tried in their order. */
const mostFew = 2000;

/**
 * Finds a page of a collection's rows. What the store's planner can't know is how many cells a filter lets through:
 * where one lets few through, only these are read; where all let many through, the first rows in order that pass are
 * soon found.
 */
export async function findRows(
  db: Db,
  collection: StoredCollection,
  { filters, sort, isDescending = false, limit, cursor }: RowsWanted,
): Promise<FoundRows> {
  const few = await findFew(db, collection, filters);
  const numbers = few?.numbers ?? null;
  if (numbers?.length === 0) return { rows: [], total: 0, isAtLeast: false, next: null };
  const others = filters.filter((filter) => filter !== few?.filter);
  const counted = await countRows(db, collection, { filters: others, numbers });
  const after = cursor === undefined ? null : readCursor(cursor);
  const isOrdered = sort !== undefined;
  const narrowed = narrow(isOrdered ? "s" : "r", collection, { filters: others, numbers });
  const direction = isDescending ? "desc" : "asc";
  const beyond = sql.raw(isDescending ? "<" : ">");
  let found: (StoredRow & { key?: string })[];
  if (sort === undefined) {
    found = await db
      .selectFrom("collectionRows as r")
      .selectAll("r")
      .where("r.organizationId", "=", collection.organizationId)
      .where("r.collectionId", "=", collection.id)
      .$if(after !== null, (query) =>
        query.where(sql<SqlBool>`${sql.ref("r.number")} ${beyond} ${after?.number}`),
      )
      .where((eb) => eb.and(narrowed))
      .orderBy("r.number", direction)
      .limit(limit + 1)
      .execute();
  } else {
    found = await db
      .selectFrom("collectionCells as s")
      .innerJoin("collectionRows as r", (join) =>
        join
          .onRef("r.organizationId", "=", "s.organizationId")
          .onRef("r.collectionId", "=", "s.collectionId")
          .onRef("r.number", "=", "s.number"),
      )
      .selectAll("r")
      .select("s.key")
      .where("s.organizationId", "=", collection.organizationId)
      .where("s.collectionId", "=", collection.id)
      .where("s.columnId", "=", sort)
      .$if(after !== null, (query) =>
        query.where(
          sql<SqlBool>`(${sql.ref("s.key")}, ${sql.ref("s.number")}) ${beyond} (${after?.key}, ${after?.number})`,
        ),
      )
      .where((eb) => eb.and(narrowed))
      .orderBy("s.key", direction)
      .orderBy("s.number", direction)
      .limit(limit + 1)
      .execute();
  }
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const next =
    found.length > limit && last ? writeCursor({ key: last.key ?? "", number: last.number }) : null;
  return { rows, ...counted, next };
}

interface Narrowing {
  /** Those that are still to be held against each row. */
  filters: readonly CellFilter[];
  /** The rows that another filter lets through, where they are few. */
  numbers: readonly number[] | null;
}

/** What must hold of the rows whose numbers the table `named` has; `r` is the table of the rows. */
function narrow(
  named: string,
  collection: StoredCollection,
  { filters, numbers }: Narrowing,
): RawBuilder<SqlBool>[] {
  const number = sql.ref(`${named}.number`);
  return [
    ...(numbers ? [sql<SqlBool>`${number} in (${sql.join(numbers)})`] : []),
    ...filters.map((filter) => rowHolds(number, collection, filter)),
    ...listSeen(collection),
  ];
}

/**
 * Whether the row with a number has a cell that a filter lets through. By its offset it stays a question about one row:
 * Postgres would put all cells of both together first, and SQLite might go through all keys of the column.
 */
function rowHolds(
  number: RawBuilder<unknown>,
  { organizationId, id }: StoredCollection,
  filter: CellFilter,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select 1 from ${sql.table("collectionCells")} as ${sql.ref("f")}
    where ${sql.ref("f.organizationId")} = ${organizationId} and ${sql.ref("f.collectionId")} = ${id}
    and ${sql.ref("f.number")} = ${number} and ${sql.ref("f.columnId")} = ${filter.columnId}
    and ${cellHolds("f", filter)} limit 1 offset 0)`;
}

/** Rows of an import that is under way are seen by nobody. */
function listSeen({ pendingImportId }: StoredCollection): RawBuilder<SqlBool>[] {
  if (pendingImportId === null) return [];
  const importId = sql.ref("r.importId");
  return [sql<SqlBool>`(${importId} is null or ${importId} <> ${pendingImportId})`];
}

/** The rows of the filter that lets the fewest through; null where all let many through, and where there is none. */
async function findFew(
  db: Db,
  { organizationId, id, rowCount }: StoredCollection,
  filters: readonly CellFilter[],
): Promise<{ filter: CellFilter; numbers: number[] } | null> {
  // Of a small collection every way is quick.
  if (rowCount <= mostFew) return null;
  for (const filter of filters) {
    const cells = await db
      .selectFrom("collectionCells as c")
      .select("c.number")
      .where("c.organizationId", "=", organizationId)
      .where("c.collectionId", "=", id)
      .where("c.columnId", "=", filter.columnId)
      .where(cellHolds("c", filter))
      .limit(mostFew + 1)
      .execute();
    if (cells.length <= mostFew) return { filter, numbers: cells.map(({ number }) => number) };
  }
  return null;
}

/** Several filters that all let many through are counted so far; nobody reads on to there. */
const mostCounted = 5000;

/** How many rows there are in all, and whether they are only that many at least. */
async function countRows(
  db: Db,
  collection: StoredCollection,
  { filters, numbers }: Narrowing,
): Promise<Pick<FoundRows, "total" | "isAtLeast">> {
  const { organizationId, id, rowCount, pendingImportId } = collection;
  // The narrowest is likely one that asks for a value.
  const ordered = filters.toSorted((one, other) => Number(isEqual(other)) - Number(isEqual(one)));
  const [first, ...others] = ordered;
  const isPending = pendingImportId !== null;
  if (!first && !isPending) return { total: numbers?.length ?? rowCount, isAtLeast: false };
  if (!first)
    return { total: numbers ? await countSeen(db, collection, numbers) : rowCount, isAtLeast: false };
  const isWhole = !isPending && others.length === 0;
  const found = db
    .selectFrom("collectionCells as c")
    .$if(isPending, (query) =>
      query.innerJoin("collectionRows as r", (join) =>
        join
          .onRef("r.organizationId", "=", "c.organizationId")
          .onRef("r.collectionId", "=", "c.collectionId")
          .onRef("r.number", "=", "c.number"),
      ),
    )
    .select("c.number")
    .where("c.organizationId", "=", organizationId)
    .where("c.collectionId", "=", id)
    .where("c.columnId", "=", first.columnId)
    .where(cellHolds("c", first))
    .where((eb) => eb.and(narrow("c", collection, { filters: others, numbers })))
    .$if(!isWhole, (query) => query.limit(mostCounted + 1));
  const counted = await db
    .selectFrom(found.as("found"))
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const total = Number(counted.total);
  const isAtLeast = !isWhole && total > mostCounted;
  return { total: isAtLeast ? mostCounted : total, isAtLeast };
}

async function countSeen(db: Db, collection: StoredCollection, numbers: readonly number[]): Promise<number> {
  const { total } = await db
    .selectFrom("collectionRows as r")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("r.organizationId", "=", collection.organizationId)
    .where("r.collectionId", "=", collection.id)
    .where((eb) => eb.and(narrow("r", collection, { filters: [], numbers })))
    .executeTakeFirstOrThrow();
  return Number(total);
}

function isEqual({ operator }: CellFilter): boolean {
  return operator === "equals";
}

interface Cursor {
  key: string;
  number: number;
}

function writeCursor({ key, number }: Cursor): string {
  return Buffer.from(JSON.stringify([number, key])).toString("base64url");
}

function readCursor(text: string): Cursor {
  try {
    const [number, key] = JSON.parse(Buffer.from(text, "base64url").toString()) as unknown[]; // looked at in the next line
    if (Number.isSafeInteger(number) && typeof key === "string") return { number: Number(number), key };
  } catch {
    // The same as one that says nothing.
  }
  throw new AppError("invalid_input", { message: "This cursor is not valid. Start without one." });
}
