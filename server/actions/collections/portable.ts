import type {
  CollectionsPiece,
  Pieces,
  PortableCollection,
} from "../../../shared/contract/agents/portable.ts";
import { maxCollections } from "../../../shared/domain/collections.ts";
import { maxExportedRowBytes } from "../../../shared/domain/portable.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { newId } from "../../database/ids.ts";
import type { Db, Tx } from "../../database/store.ts";
import { planColumns } from "./columns.ts";
import { listAgentCollections } from "./find.ts";
import { readCells, readColumns } from "./present.ts";
import { readExamples, settingColumns } from "./settingColumns.ts";
import type { StoredCollection } from "./tables.ts";
import { addRows } from "./writeRows.ts";

/** A collection with more rows is copied without them: one transaction writes them all. */
const maxCopiedRows = 2000;

/**
 * An agent's collections for its file: columns, rules and rights. Rows come along as far as there is room, and only of a
 * collection that visitors have no part in: what they said belongs to nobody who gets the file.
 */
export async function exportCollections(db: Db, key: AgentKey): Promise<Pieces> {
  const piece: CollectionsPiece = { collections: [], left: 0 };
  let bytes = 0;
  for (const row of await listAgentCollections(db, key)) {
    const described = describe(row);
    const isOwn = row.visitorColumnId === null && row.mayAdd === 0 && row.mayChange === 0;
    const rows = isOwn && row.rowCount <= maxCopiedRows ? await listCells(db, row) : [];
    const whole = { ...described, rows };
    const weight = weigh(whole);
    const fits = bytes + weight <= maxExportedRowBytes;
    if (!fits || rows.length === 0) piece.left += row.rowCount;
    const taken = fits ? whole : { ...described, rows: [] };
    // Columns with hundreds of options each can be too much by themselves.
    if (bytes + weigh(taken) > 2 * maxExportedRowBytes) continue;
    bytes += weigh(taken);
    piece.collections.push(taken);
  }
  return piece.collections.length > 0 ? { collections: piece } : {};
}

function describe(row: StoredCollection): Omit<PortableCollection, "rows"> {
  const columns = readColumns(row);
  const at = columns.findIndex(({ id }) => id === row.visitorColumnId);
  return {
    ...{ name: row.name, description: row.description },
    ...{ confirmedBy: row.confirmedBy, examples: readExamples(row) },
    columns: columns.map(({ name, type, options, required, searchable, unique }) => ({
      ...{ name, type, options, required, searchable, unique },
    })),
    agentMay: { read: row.mayRead === 1, add: row.mayAdd === 1, change: row.mayChange === 1 },
    visitorColumn: at >= 0 && row.visitorEquals !== null ? { at, equals: row.visitorEquals } : null,
  };
}

/** Rows as they travel: their cells in the order of the columns. */
async function listCells(db: Db, collection: StoredCollection): Promise<PortableCollection["rows"]> {
  const known = readColumns(collection);
  const rows = await selectRows(db, collection);
  return rows.map((row) => {
    const cells = readCells(row, known);
    return known.map(({ id }) => cells[id] ?? null);
  });
}

function selectRows(db: Db, { organizationId, id, pendingImportId }: StoredCollection) {
  return db
    .selectFrom("collectionRows")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("collectionId", "=", id)
    .$if(pendingImportId !== null, (query) =>
      query.where((eb) => eb.or([eb("importId", "is", null), eb("importId", "<>", pendingImportId)])),
    )
    .orderBy("number")
    .limit(maxCopiedRows)
    .execute();
}

/** What a collection takes of a file's room. A cell counts as a longer one, so that a file has never too many values. */
function weigh(collection: PortableCollection): number {
  const { columns, rows } = collection;
  const options = columns.reduce((sum, column) => sum + column.options.length, 0);
  const values = 10 + columns.length * 8 + options + rows.length * (columns.length + 1);
  return Buffer.byteLength(JSON.stringify(collection)) + values * 75;
}

/** Gives an agent the collections of a file beside its own; one whose name it has already is not added again. */
export async function takeCollections(
  tx: Tx,
  { organizationId, agentId, now }: AgentKey & { now: number },
  collections: readonly PortableCollection[],
): Promise<void> {
  const key = { organizationId, agentId };
  const own = await listAgentCollections(tx, key);
  const known = new Set(own.map(({ name }) => name.toLowerCase()));
  for (const one of collections) {
    if (known.has(one.name.toLowerCase()) || known.size >= maxCollections) continue;
    known.add(one.name.toLowerCase());
    await takeOne(tx, { ...key, now }, one);
  }
}

async function takeOne(
  tx: Tx,
  { now, ...key }: AgentKey & { now: number },
  { rows, visitorColumn, columns: given, ...settings }: PortableCollection,
): Promise<void> {
  const rule = visitorColumn && { columnId: `c${visitorColumn.at + 1}`, equals: visitorColumn.equals };
  const { columns, lastColumn } = planColumns(null, { known: [], given, rule });
  const stored: StoredCollection = {
    ...{ ...key, id: newId(now), ...settingColumns(settings) },
    ...{ columns: JSON.stringify(columns), lastColumn, lastRow: 0, rowCount: 0 },
    ...{ visitorColumnId: rule?.columnId ?? null, visitorEquals: rule?.equals ?? null },
    ...{ pendingImportId: null, lastImportId: null, createdAt: now, updatedAt: now },
  };
  await tx.insertInto("collections").values(stored).execute();
  const added = rows.map((cells) => ({
    values: Object.fromEntries(columns.map(({ id }, index) => [id, cells[index] ?? null])),
  }));
  // Values that no longer fit their column are left out: a file may have been written by hand.
  await addRows(tx, stored, { rows: added, now });
}

/** Gives a copy in the same organization the collections of the first agent, with the rows of all that are not too long. */
export async function shareCollections(
  tx: Tx,
  { organizationId, from, to, now }: { organizationId: string; from: string; to: string; now: number },
): Promise<void> {
  for (const row of await listAgentCollections(tx, { organizationId, agentId: from })) {
    const described = describe(row);
    const rows = row.rowCount <= maxCopiedRows ? await listCells(tx, row) : [];
    await takeOne(tx, { organizationId, agentId: to, now }, { ...described, rows });
  }
}
