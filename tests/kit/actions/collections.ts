import { expect } from "vitest";
import type { Parser } from "../../../server/knowledge/parsing/createParser.ts";
import {
  addCollectionRows,
  createCollection,
  getCollection,
  getCollectionImport,
  listCollectionRows,
  startCollectionImport,
  updateCollection,
} from "../../../shared/contract/collections/collections.ts";
import type {
  Collection,
  CollectionColumn,
  CollectionRow,
  RowFilter,
} from "../../../shared/contract/collections/collections.ts";
import type { AgentRights } from "../../../shared/contract/collections/settings.ts";
import type { BodyOf } from "../../../shared/contract/call.ts";
import type { StoreKind } from "../database/stores.ts";
import { openKnowledge } from "../knowledge/knowledge.ts";

interface NewCollection {
  name?: string;
  columns: (Partial<CollectionColumn> & Pick<CollectionColumn, "name" | "type">)[];
  agentMay?: AgentRights;
}
type Values = CollectionRow["values"];

/** An agent of an owner, with what tests do to its data collections. */
export async function openCollections(store: StoreKind, parser?: Parser) {
  const { server, owner, productId, client, upload } = await openKnowledge(store, parser && { parser });
  const at = ({ id }: Pick<Collection, "id">) => ({ productId, collectionId: id });
  const columnOf = ({ columns }: Pick<Collection, "columns">, named: string) =>
    columns.find(({ name }) => name === named)?.id ?? expect.fail(`There is no column ${named}.`);
  const get = async (one: Pick<Collection, "id">) =>
    (await client.call(getCollection, { params: at(one) })).data;
  return {
    ...{ server, owner, productId, client, at, columnOf, get },
    async make(data: NewCollection) {
      const body = { data: { name: "Orders", ...data } };
      return (await client.call(createCollection, { params: { productId }, body })).data;
    },
    /** Changes what is named; the rest stays as it is. */
    async change(one: Collection, data: Partial<BodyOf<typeof updateCollection>["data"]>) {
      const { name, description, agentMay, confirmedBy, examples, columns, visitorColumn } = await get(one);
      const known = { name, description, agentMay, confirmedBy, examples, columns, visitorColumn };
      const body = { data: { ...known, ...data } };
      return (await client.call(updateCollection, { params: at(one), body })).data;
    },
    /** Adds rows whose cells are named by their columns. */
    async add(one: Collection, rows: readonly Values[]) {
      const named = rows.map((row) => ({
        values: Object.fromEntries(Object.entries(row).map(([name, cell]) => [columnOf(one, name), cell])),
      }));
      const body = { data: { rows: named } };
      return (await client.call(addCollectionRows, { params: at(one), body })).data.rows;
    },
    /** The cells of one column, in the order of the rows that are asked for. */
    async read(
      one: Collection,
      shown: string,
      { filters = [], sort, ...query }: { filters?: RowFilter[]; sort?: string; order?: "asc" | "desc" } = {},
    ) {
      const asked = {
        ...{ ...query, filters: JSON.stringify(filters), limit: 500 },
        ...(sort && { sort: columnOf(one, sort) }),
      };
      const { items, total } = await client.call(listCollectionRows, { params: at(one), query: asked });
      expect(total).toBe(items.length);
      return items.map(({ values }) => values[columnOf(one, shown)] ?? null);
    },
    /** Uploads a file for an import. */
    upload: (name: string, content: string | Uint8Array) => upload(name, Buffer.from(content)),
    /** Imports a file to its end. */
    async importFile(one: Collection, fileId: string, columns: readonly string[]) {
      const mapping = columns.map((name, from) => ({ from, columnId: columnOf(one, name) }));
      const body = { data: { fileId, mapping } };
      const { data } = await client.call(startCollectionImport, { params: at(one), body });
      const params = { ...at(one), importId: data.id };
      const read = async () => (await client.call(getCollectionImport, { params })).data;
      await expect.poll(async () => (await read()).endedAt, { interval: 20 }).not.toBeNull();
      return read();
    },
  };
}
