import { sql } from "kysely";
import type { AgentKey } from "../../agents/parts.ts";
import type { Store } from "../../database/store.ts";
import { listAgentCollections } from "./find.ts";
import { foldText, makeKey } from "./keys.ts";
import { findOwn, isOwn, listGiven } from "./own.ts";
import type { CollectionAsker, Own } from "./own.ts";
import { readCells, readColumns } from "./present.ts";
import { writeCell } from "../../../shared/domain/collections.ts";
import type { CollectionCellRow, StoredCollection, StoredColumn, StoredRow } from "./tables.ts";

/** A collection that an agent may read, as far as words tell what it is about. */
export interface ReadableCollection {
  collection: StoredCollection;
  name: string;
  /** What questions for it speak of: its name, what is in it, and its columns. */
  words: string;
  /** Its rows belong to visitors, and this one has not signed in. */
  needsSignIn: boolean;
  own: Own | null;
}

/** A row as people read it. */
export interface SaidRow {
  number: number;
  cells: { name: string; value: string }[];
}

/** Found rows, and whether there are more. */
export interface SaidRows {
  rows: SaidRow[];
  hasMore: boolean;
}

const mostRows = 200;
/** Of each phrase, so that a common word crowds out no order number. */
const mostCellsEach = 1000;
const mostCellsOfCommon = 2000;
/** The most phrases that one statement can hold on both stores. */
const phrasesAtOnce = 50;

export async function listReadable(
  { reader }: Pick<Store, "reader">,
  agent: AgentKey,
  asker: CollectionAsker | null,
): Promise<ReadableCollection[]> {
  const all = await listAgentCollections(reader, agent);
  return all.flatMap((collection): ReadableCollection[] => {
    if (!collection.mayRead) return [];
    const own = findOwn(collection, asker);
    const columns = listGiven(collection, readColumns(collection)).map(({ name }) => name);
    const words = [collection.name, collection.description, ...columns].join(" ");
    const needsSignIn = own === "signIn";
    return [{ collection, name: collection.name, words, needsSignIn, own: own === "signIn" ? null : own }];
  });
}

/**
 * Finds the rows with most of these phrases as whole cells, and the phrases found. Without a match there is no row. Other
 * visitors' rows are not searched.
 */
export async function findSaid(
  { reader }: Pick<Store, "reader">,
  { collection, own }: ReadableCollection,
  phrases: readonly string[],
): Promise<SaidRows & { phrases: string[] }> {
  const columns = readColumns(collection);
  const given = listGiven(collection, columns);
  const searched = given.filter((column) => isNamed(column) && column.index !== "none" && !column.preparing);
  const keys = new Map(
    phrases.flatMap((phrase) =>
      (["folded", "exact"] as const).map(
        (index) => [makeKey(foldText(phrase, index), index).key, phrase] as const,
      ),
    ),
  );
  keys.delete("");
  if (searched.length === 0 || keys.size === 0) return none;
  const ownNumbers = own && (await listOwnNumbers(reader, collection, own));
  if (ownNumbers?.length === 0) return none;
  const wanted = { collection, columnIds: searched.map(({ id }) => id), keys: [...keys.keys()] };
  const found = await (ownNumbers
    ? findCells(reader, { ...wanted, numbers: ownNumbers })
    : findByPhrases(reader, wanted));
  const byRow = Map.groupBy(found, ({ number }) => number);
  const countOf = (number: number) => new Set(byRow.get(number)?.map(({ key }) => keys.get(key))).size;
  const numbers = [...byRow.keys()].toSorted((one, other) => countOf(other) - countOf(one) || one - other);
  const rows = (await readRows(reader, collection, numbers)).filter((row) => !own || isOwn(row, own));
  const most = Math.max(0, ...rows.map(({ number }) => countOf(number)));
  const best = rows.filter(({ number }) => countOf(number) === most);
  const said = best
    .flatMap(({ number }) => byRow.get(number) ?? [])
    .flatMap(({ key }) => keys.get(key) ?? []);
  return { ...toSaidRows(best, given), phrases: [...new Set(said)] };
}

const none = { rows: [], hasMore: false, phrases: [] };

interface Wanted {
  collection: StoredCollection;
  columnIds: string[];
  keys: string[];
}

type FoundCell = Pick<CollectionCellRow, "number" | "key">;

/** The cells that equal one of these phrases, up to a limit for each phrase. */
async function findByPhrases(db: Store["reader"], wanted: Wanted): Promise<FoundCell[]> {
  const found: FoundCell[] = [];
  for (let at = 0; at < wanted.keys.length; at += phrasesAtOnce) {
    const [first, ...others] = wanted.keys.slice(at, at + phrasesAtOnce).map((key) =>
      db
        .selectFrom(
          selectCells(db, { ...wanted, keys: [key] })
            .limit(mostCellsEach)
            .as("found"),
        )
        .select(["number", "key"]),
    );
    if (first) found.push(...(await others.reduce((all, one) => all.unionAll(one), first).execute()));
  }
  const common = [...Map.groupBy(found, ({ key }) => key)]
    .filter(([, cells]) => cells.length === mostCellsEach)
    .map(([key]) => key);
  const rare = found.filter(({ key }) => !common.includes(key));
  if (common.length === 0 || rare.length === 0) return found;
  // A row with a rare phrase may have a common one, too, behind those that were found.
  const numbers = [...new Set(rare.map(({ number }) => number))].slice(0, mostCellsOfCommon);
  const both = await findCells(db, { ...wanted, keys: common, numbers });
  return [...found, ...both];
}

function findCells(
  db: Store["reader"],
  { numbers, ...wanted }: Wanted & { numbers: readonly number[] },
): Promise<FoundCell[]> {
  return selectCells(db, wanted).where("number", "in", numbers).execute();
}

function selectCells(db: Store["reader"], { collection, columnIds, keys }: Wanted) {
  return db
    .selectFrom("collectionCells")
    .select(["number", "key"])
    .where("organizationId", "=", collection.organizationId)
    .where("collectionId", "=", collection.id)
    .where("columnId", "in", columnIds)
    .where("key", "in", keys)
    .where("text", "is", null);
}

/** The first rows, the visitor's own where rows belong to visitors. */
export async function listFirst(
  { reader }: Pick<Store, "reader">,
  { collection, own }: ReadableCollection,
): Promise<SaidRows> {
  const given = listGiven(collection, readColumns(collection));
  if (!own) return toSaidRows(await readRows(reader, collection, null), given);
  const rows = await readRows(reader, collection, await listOwnNumbers(reader, collection, own));
  return toSaidRows(
    rows.filter((row) => isOwn(row, own)),
    given,
  );
}

/** The first of the visitor's own rows. */
async function listOwnNumbers(
  db: Store["reader"],
  { organizationId, id }: StoredCollection,
  { columnId, equals, value }: Own,
): Promise<number[]> {
  const index = equals === "userId" ? "exact" : "folded";
  const { key } = makeKey(foldText(value, index), index);
  const found = await db
    .selectFrom("collectionCells")
    .select("number")
    .where("organizationId", "=", organizationId)
    .where("collectionId", "=", id)
    .where("columnId", "=", columnId)
    .where("key", "=", key)
    .orderBy("number")
    .limit(mostRows + 1)
    .execute();
  return found.map(({ number }) => number);
}

/** What people name in a question as it stands in the cell: numbers and yes or no may mean anything. */
function isNamed({ type }: StoredColumn): boolean {
  return type === "text" || type === "choice" || type === "date";
}

/** Gives one more than are told, which says that there are more. */
async function readRows(
  db: Store["reader"],
  { organizationId, id, pendingImportId }: StoredCollection,
  numbers: readonly number[] | null,
): Promise<StoredRow[]> {
  if (numbers?.length === 0) return [];
  return db
    .selectFrom("collectionRows")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("collectionId", "=", id)
    .$if(numbers !== null, (query) => query.where("number", "in", (numbers ?? []).slice(0, mostRows + 1)))
    .$if(pendingImportId !== null, (query) =>
      query.where(
        sql<boolean>`(${sql.ref("importId")} is null or ${sql.ref("importId")} <> ${pendingImportId})`,
      ),
    )
    .orderBy("number")
    .limit(mostRows + 1)
    .execute();
}

function toSaidRows(rows: readonly StoredRow[], columns: readonly StoredColumn[]): SaidRows {
  return {
    rows: rows.slice(0, mostRows).map((row) => toSaid(row, columns)),
    hasMore: rows.length > mostRows,
  };
}

function toSaid(row: StoredRow, columns: readonly StoredColumn[]): SaidRow {
  const cells = readCells(row, columns);
  return {
    number: row.number,
    cells: columns.flatMap(({ id, name }) =>
      cells[id] === undefined ? [] : [{ name, value: writeCell(cells[id]) }],
    ),
  };
}
