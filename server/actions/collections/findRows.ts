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
  /** Where the rows that follow begin; null at the end. */
  next: string | null;
}

/** A filter that lets fewer rows through than this is looked up first; of others, rows are tried in their order. */
const few = 2000;

/**
 * Finds a page of a collection's rows. What the store's planner can't know is how many cells a filter lets through: where
 * one lets few through, these are all that is looked at; where all let many through, the first rows in order that pass are
 * soon found.
 */
export async function findRows(
  db: Db,
  collection: StoredCollection,
  { filters, sort, isDescending = false, limit, cursor }: RowsWanted,
): Promise<FoundRows> {
  const numbers = await findFew(db, collection, filters);
  if (numbers?.length === 0) return { rows: [], total: 0, next: null };
  const total = await countRows(db, collection, { filters, numbers });
  const after = cursor === undefined ? null : readCursor(cursor);
  const narrowed = narrow("r", collection, { filters, numbers });
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
  return { rows, total, next };
}

interface Narrowing {
  filters: readonly CellFilter[];
  /** The rows that the narrowest filter lets through, where they are few. */
  numbers: readonly number[] | null;
}

/** What rows must hold that the table `rows` names. */
function narrow(
  rows: string,
  { organizationId, id, pendingImportId }: StoredCollection,
  { filters, numbers }: Narrowing,
): RawBuilder<SqlBool>[] {
  const number = sql.ref(`${rows}.number`);
  const importId = sql.ref(`${rows}.importId`);
  return [
    ...(numbers ? [sql<SqlBool>`${number} in (${sql.join(numbers)})`] : []),
    ...(pendingImportId === null
      ? []
      : [sql<SqlBool>`(${importId} is null or ${importId} <> ${pendingImportId})`]),
    ...filters.map(
      (filter) => sql<SqlBool>`exists (
        select 1 from ${sql.table("collectionCells")} as ${sql.ref("f")}
        where ${sql.ref("f.organizationId")} = ${organizationId} and ${sql.ref("f.collectionId")} = ${id}
        and ${sql.ref("f.number")} = ${number} and ${sql.ref("f.columnId")} = ${filter.columnId}
        and ${cellHolds("f", filter)})`,
    ),
  ];
}

/** The rows of the filter that lets the fewest through; null where all let many through, and where there is none. */
async function findFew(
  db: Db,
  { organizationId, id, rowCount }: StoredCollection,
  filters: readonly CellFilter[],
): Promise<number[] | null> {
  // Of a small collection every way is quick.
  if (rowCount <= few) return null;
  for (const filter of filters) {
    const cells = await db
      .selectFrom("collectionCells as c")
      .select("c.number")
      .where("c.organizationId", "=", organizationId)
      .where("c.collectionId", "=", id)
      .where("c.columnId", "=", filter.columnId)
      .where(cellHolds("c", filter))
      .limit(few + 1)
      .execute();
    if (cells.length <= few) return cells.map(({ number }) => number);
  }
  return null;
}

async function countRows(
  db: Db,
  collection: StoredCollection,
  { filters, numbers }: Narrowing,
): Promise<number> {
  const { organizationId, id, rowCount, pendingImportId } = collection;
  const [first, ...others] = filters;
  if (!first) return rowCount;
  const isSeen = pendingImportId === null;
  if (isSeen && others.length === 0 && numbers) return numbers.length;
  if (isSeen && others.length === 0) {
    const { total } = await db
      .selectFrom("collectionCells as c")
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .where("c.organizationId", "=", organizationId)
      .where("c.collectionId", "=", id)
      .where("c.columnId", "=", first.columnId)
      .where(cellHolds("c", first))
      .executeTakeFirstOrThrow();
    return Number(total);
  }
  const { total } = await db
    .selectFrom("collectionRows as r")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("r.organizationId", "=", organizationId)
    .where("r.collectionId", "=", id)
    .where((eb) => eb.and(narrow("r", collection, { filters, numbers })))
    .executeTakeFirstOrThrow();
  return Number(total);
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
  throw new AppError("invalid_input", { message: "This cursor is not one of ours. Begin without it." });
}
