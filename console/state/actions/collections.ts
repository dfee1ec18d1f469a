import type { BodyOf } from "../../../shared/contract/call.ts";
import {
  addCollectionRows,
  cancelCollectionImport,
  changeCollectionRows,
  createCollection,
  exportCollectionRows,
  getCollection,
  getCollectionImport,
  listCollectionRows,
  listCollections,
  previewCollectionImport,
  removeCollection,
  removeCollectionRows,
  startCollectionImport,
  updateCollection,
} from "../../../shared/contract/collections/collections.ts";
import type {
  Collection,
  CollectionImport,
  CollectionRow,
  ImportPreview,
  RowFilter,
} from "../../../shared/contract/collections/collections.ts";
import type { Cell } from "../../../shared/domain/collections.ts";
import { client } from "../platform/client.ts";
import { createResource, fill, load, resetUnlessOf } from "../platform/resource.ts";
import type { Of } from "../platform/resource.ts";
import type { AgentPlace } from "../shell/paths.ts";

/** The data collections of the agent that is viewed. */
export const collections = createResource<Of<{ items: Collection[] }>>();
/** The collection that is open. */
export const openCollection = createResource<Of<{ collection: Collection }>>();
/** Its rows, as far as they were read. */
export const collectionRows =
  createResource<Of<{ items: CollectionRow[]; total: number; isAtLeast: boolean; next: string | null }>>();

export interface CollectionPlace extends AgentPlace {
  collectionId: string;
}

/** Which rows are asked for, and in which order. */
export interface RowsWanted {
  filters: readonly RowFilter[];
  sort: string | null;
  isDescending: boolean;
}

/** What is chosen for a collection. */
export type CollectionChoices = BodyOf<typeof updateCollection>["data"];
/** Which column of a file goes into which column. */
export type ImportMapping = BodyOf<typeof startCollectionImport>["data"]["mapping"];

const rowsAtOnce = 100;

export async function loadCollections(place: AgentPlace): Promise<void> {
  resetUnlessOf(collections, place.agentId);
  await load(collections, async () => {
    const query = { page: 1, limit: 100 };
    const { items } = await client.call(listCollections, { params: ofAgent(place), query });
    return { items, of: place.agentId };
  });
}

export async function loadCollection(place: CollectionPlace): Promise<void> {
  resetUnlessOf(openCollection, place.collectionId);
  await load(openCollection, async () =>
    show((await client.call(getCollection, { params: at(place) })).data),
  );
}

/** Reads the first rows that are asked for. */
export async function loadRows(place: CollectionPlace, wanted: RowsWanted): Promise<void> {
  resetUnlessOf(collectionRows, place.collectionId);
  await load(collectionRows, async () => ({ ...(await readRows(place, wanted)), of: place.collectionId }));
}

/** Reads the rows that follow. */
export async function loadMoreRows(place: CollectionPlace, wanted: RowsWanted): Promise<void> {
  const shown = collectionRows.data;
  if (shown?.of !== place.collectionId || shown.next === null) return;
  const more = await readRows(place, wanted, shown.next);
  if (collectionRows.data !== shown) return;
  fill(collectionRows, { ...more, items: [...shown.items, ...more.items], of: place.collectionId });
}

function readRows(place: CollectionPlace, { filters, sort, isDescending }: RowsWanted, cursor?: string) {
  const query = {
    ...(filters.length > 0 && { filters: JSON.stringify(filters) }),
    ...(sort !== null && { sort }),
    ...{ order: isDescending ? ("desc" as const) : ("asc" as const), limit: rowsAtOnce },
    ...(cursor !== undefined && { cursor }),
  };
  // The contract takes the filters apart again.
  return client.call(listCollectionRows, { params: at(place), query: query as never });
}

export async function makeCollection(
  place: AgentPlace,
  { visitorColumn: _, ...data }: CollectionChoices,
): Promise<Collection> {
  return (await client.call(createCollection, { params: ofAgent(place), body: { data } })).data;
}

export async function changeCollection(place: CollectionPlace, data: CollectionChoices): Promise<void> {
  fill(
    openCollection,
    show((await client.call(updateCollection, { params: at(place), body: { data } })).data),
  );
}

export async function deleteCollection(place: CollectionPlace): Promise<void> {
  await client.call(removeCollection, { params: at(place), query: { confirmed: "true" } });
}

export async function addRow(place: CollectionPlace, values: Record<string, Cell | null>): Promise<void> {
  await client.call(addCollectionRows, { params: at(place), body: { data: { rows: [{ values }] } } });
}

/** Changes rows and shows them as they are stored. */
export async function changeRows(
  place: CollectionPlace,
  rows: { id: number; values: Record<string, Cell | null> }[],
): Promise<void> {
  const { data } = await client.call(changeCollectionRows, { params: at(place), body: { data: { rows } } });
  const shown = collectionRows.data;
  if (shown?.of !== place.collectionId) return;
  const changed = new Map(data.rows.map((row) => [row.id, row]));
  shown.items = shown.items.map((row) => changed.get(row.id) ?? row);
}

export async function deleteRows(place: CollectionPlace, ids: number[]): Promise<void> {
  await client.call(removeCollectionRows, { params: at(place), body: { data: { ids } } });
}

/** Reads all rows as CSV. */
export async function readCsv(place: CollectionPlace): Promise<string> {
  let text = "";
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query: { cursor?: string } = cursor === undefined ? {} : { cursor };
    const { data }: { data: { text: string; next: string | null } } = await client.call(
      exportCollectionRows,
      {
        params: at(place),
        query,
      },
    );
    text += data.text;
    cursor = data.next;
  }
  return text;
}

/** Says what an import of an uploaded file would do; columns are matched by name where no mapping is given. */
export async function previewImport(
  place: CollectionPlace,
  data: { fileId: string; mapping?: ImportMapping },
): Promise<ImportPreview> {
  return (await client.call(previewCollectionImport, { params: at(place), body: { data } })).data;
}

export async function startImport(
  place: CollectionPlace,
  data: { fileId: string; mapping: ImportMapping },
): Promise<CollectionImport> {
  return (await client.call(startCollectionImport, { params: at(place), body: { data } })).data;
}

export async function readImport(place: CollectionPlace, importId: string): Promise<CollectionImport> {
  return (await client.call(getCollectionImport, { params: { ...at(place), importId } })).data;
}

export async function cancelImport(place: CollectionPlace, importId: string): Promise<void> {
  await client.call(cancelCollectionImport, { params: { ...at(place), importId } });
}

function show(collection: Collection): Of<{ collection: Collection }> {
  return { of: collection.id, collection };
}

function ofAgent({ orgId, agentId }: AgentPlace) {
  return { orgId, productId: agentId };
}

function at({ collectionId, ...place }: CollectionPlace) {
  return { ...ofAgent(place), collectionId };
}
