import * as v from "valibot";
import {
  columnTypes,
  filterOperators,
  maxCellCharacters,
  maxCollectionRows,
  maxCollections,
  maxColumns,
  maxRowsAtOnce,
} from "../../domain/collections.ts";
import { call } from "../call.ts";
import { confirmed, count, data, id, list, pageLimit, paging, text, time } from "../shapes.ts";
import {
  agentRights,
  collectionSettings,
  columnId,
  columnSettings,
  confirmedBy,
  visitorRule,
} from "./settings.ts";

export const collectionColumn = v.object({
  id: columnId,
  name: v.string(),
  type: v.picklist(columnTypes),
  options: v.array(v.string()),
  required: v.boolean(),
  searchable: v.boolean(),
  unique: v.boolean(),
});
export type CollectionColumn = v.InferOutput<typeof collectionColumn>;

export const collectionImport = v.object({
  id,
  fileName: v.string(),
  state: v.picklist(["queued", "running", "done", "failed", "cancelled"]),
  /** Rows of the file, those that were read, those that were imported, and those that were refused. */
  total: count,
  done: count,
  added: count,
  refused: count,
  /** The first of the refused rows: where they are in the file, and why. */
  problems: v.array(v.object({ row: count, column: v.nullable(v.string()), message: v.string() })),
  error: v.nullable(v.string()),
  createdAt: time,
  endedAt: v.nullable(time),
});
export type CollectionImport = v.InferOutput<typeof collectionImport>;

export const collection = v.object({
  id,
  agentId: id,
  name: v.string(),
  /** What is in it, for the agent: it decides by this when to look. */
  description: v.string(),
  columns: v.array(collectionColumn),
  agentMay: agentRights,
  confirmedBy,
  examples: v.array(v.string()),
  visitorColumn: v.nullable(visitorRule),
  rows: count,
  /** The newest import; null where there was none. */
  lastImport: v.nullable(collectionImport),
  createdAt: time,
  /** When its rows, or its settings, changed last. */
  updatedAt: time,
});
export type Collection = v.InferOutput<typeof collection>;

const cell = v.union([v.pipe(v.string(), v.maxLength(maxCellCharacters)), v.number(), v.boolean()]);
/** Cells by column id. What is left out, or null, is empty. */
const values = v.pipe(
  v.record(columnId, v.nullable(cell)),
  v.check((given) => Object.keys(given).length <= maxColumns, `A row has at most ${maxColumns} values.`),
);
const rowId = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1));

export const collectionRow = v.object({
  /** The number of the row in its collection; it is never given to another one. */
  id: rowId,
  values: v.record(columnId, cell),
  createdAt: time,
  updatedAt: time,
});
export type CollectionRow = v.InferOutput<typeof collectionRow>;

export const rowFilter = v.strictObject({
  column: columnId,
  operator: v.picklist(filterOperators),
  /** Left out for `is_empty` and `is_not_empty`. */
  value: v.optional(cell),
});
export type RowFilter = v.InferOutput<typeof rowFilter>;

/** JSON of a list of filters, which all must hold. */
const filters = v.pipe(
  v.string(),
  v.maxLength(8000),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      return JSON.parse(dataset.value) as unknown;
    } catch {
      addIssue({ message: "Write the filters as a JSON list." });
      return NEVER;
    }
  }),
  v.array(rowFilter),
  v.maxLength(10, "Use up to 10 filters."),
);

const base = "/v1/org/{orgId}/copilotapps/{productId}/datacollections" as const;
const one = `${base}/{collectionId}` as const;
const rows = `${one}/rows` as const;
const reads = { member: "collections.read" } as const;
const writes = { member: "collections.update" } as const;
/** 500 rows of ordinary length, or a few of the longest. */
const maxRowBytes = 2_000_000;

/** A column without an id is a new one. The order is the order of the list. */
const columns = v.pipe(
  v.array(v.strictObject({ id: v.optional(columnId), ...columnSettings })),
  v.minLength(1, "Add at least one column."),
  v.maxLength(maxColumns, `A collection has at most ${maxColumns} columns.`),
);

export const listCollections = call({
  family: "console",
  method: "GET",
  path: base,
  who: reads,
  summary: "Lists an agent's data collections by name.",
  query: paging,
  answer: list(collection),
});

export const createCollection = call({
  family: "console",
  method: "POST",
  path: base,
  who: writes,
  audit: "Added a data collection",
  summary: `Adds a data collection. An agent has at most ${maxCollections}.`,
  body: data(v.strictObject({ ...collectionSettings, columns })),
  answer: data(collection),
});

export const getCollection = call({
  family: "console",
  method: "GET",
  path: one,
  who: reads,
  summary: "Returns one data collection.",
  answer: data(collection),
});

/**
 * A column that is left out is deleted with its values. The type of a column stays while there are rows. 409 `conflict` where
 * a column is to be unique and two rows have the same value.
 */
export const updateCollection = call({
  family: "console",
  method: "PUT",
  path: one,
  who: writes,
  audit: "Changed a data collection",
  summary: "Changes a data collection: its columns, and what the agent may do with it.",
  // A column of 100,000 rows may have to be prepared for searching.
  answersWithinMs: 120_000,
  body: data(
    v.strictObject({
      ...collectionSettings,
      columns,
      visitorColumn: v.optional(v.nullable(visitorRule), null),
    }),
  ),
  answer: data(collection),
});

export const removeCollection = call({
  family: "console",
  method: "DELETE",
  path: one,
  who: writes,
  audit: "Deleted a data collection",
  summary: "Deletes a data collection with its rows.",
  query: confirmed,
});

/** Filters and sorts by searchable columns. `next` is the `cursor` of the rows that follow. */
export const listCollectionRows = call({
  family: "console",
  method: "GET",
  path: rows,
  who: reads,
  summary: "Lists rows of a data collection, filtered and sorted.",
  query: v.object({
    filters: v.optional(filters),
    sort: v.optional(columnId),
    order: v.optional(v.picklist(["asc", "desc"]), "asc"),
    limit: pageLimit(500),
    cursor: v.optional(text(2000)),
  }),
  answer: v.object({
    items: v.array(collectionRow),
    /** How many rows the filters let through. */
    total: count,
    /** There may be more of them: beyond 5,000 rows of several filters nobody counts. */
    isAtLeast: v.boolean(),
    next: v.nullable(v.string()),
  }),
});

/** All of them or none: `fields` of the error names each cell that is wrong. */
export const addCollectionRows = call({
  family: "console",
  method: "POST",
  path: rows,
  who: writes,
  audit: false,
  summary: `Adds up to ${maxRowsAtOnce} rows to a data collection, which has at most ${maxCollectionRows}.`,
  maxBodyBytes: maxRowBytes,
  body: data(
    v.strictObject({
      rows: v.pipe(v.array(v.strictObject({ values })), v.minLength(1), v.maxLength(maxRowsAtOnce)),
    }),
  ),
  answer: data(v.object({ rows: v.array(collectionRow) })),
});

/** All of them or none. What is left out stays, null empties a cell. */
export const changeCollectionRows = call({
  family: "console",
  method: "PATCH",
  path: rows,
  who: writes,
  audit: false,
  summary: `Changes up to ${maxRowsAtOnce} rows of a data collection.`,
  maxBodyBytes: maxRowBytes,
  body: data(
    v.strictObject({
      rows: v.pipe(
        v.array(v.strictObject({ id: rowId, values })),
        v.minLength(1),
        v.maxLength(maxRowsAtOnce),
      ),
    }),
  ),
  answer: data(v.object({ rows: v.array(collectionRow) })),
});

/** Rows that no longer exist are skipped. */
export const removeCollectionRows = call({
  family: "console",
  method: "POST",
  path: `${rows}/delete`,
  who: writes,
  audit: "Deleted rows of a data collection",
  summary: `Deletes up to ${maxRowsAtOnce} rows of a data collection.`,
  body: data(v.strictObject({ ids: v.pipe(v.array(rowId), v.minLength(1), v.maxLength(maxRowsAtOnce)) })),
  answer: data(v.object({ count })),
});

/**
 * The rows as CSV, 1,000 at a time, oldest first: the first answer has the names of the columns, and the text of each `next`
 * belongs behind the one before.
 */
export const exportCollectionRows = call({
  family: "console",
  method: "GET",
  path: `${rows}/export`,
  who: reads,
  audit: "Exported a data collection",
  auditUnless: (_body, { data: { isFirst } }) => !isFirst,
  summary: "Streams the rows of a data collection as CSV.",
  query: v.object({ cursor: v.optional(text(2000)) }),
  answer: data(v.object({ text: v.string(), isFirst: v.boolean(), next: v.nullable(v.string()) })),
});

const mapping = v.pipe(
  v.array(v.strictObject({ from: v.pipe(count, v.maxValue(1000)), columnId })),
  v.maxLength(maxColumns),
);

/** What a file would bring. Nothing is stored. */
export const importPreview = v.object({
  fileName: v.string(),
  /** The file's own columns, the type that their values suggest, and the column that each goes into. */
  columns: v.array(
    v.object({
      name: v.string(),
      type: v.picklist(columnTypes),
      examples: v.array(v.string()),
      columnId: v.nullable(columnId),
    }),
  ),
  total: count,
  good: count,
  refused: count,
  problems: collectionImport.entries.problems,
});
export type ImportPreview = v.InferOutput<typeof importPreview>;

/** Without a mapping, columns are matched by name. */
export const previewCollectionImport = call({
  family: "console",
  method: "POST",
  path: `${one}/imports/preview`,
  who: writes,
  audit: false,
  summary: "Previews an import of an uploaded CSV or Excel file.",
  limit: "generate",
  answersWithinMs: 60_000,
  body: data(v.strictObject({ fileId: id, mapping: v.optional(mapping) })),
  answer: data(importPreview),
});

/**
 * Adds the good rows of an uploaded file, all at one moment; the refused ones are listed in the import. 409 `conflict` while
 * another import into the same collection is under way.
 */
export const startCollectionImport = call({
  family: "console",
  method: "POST",
  path: `${one}/imports`,
  who: writes,
  audit: "Imported rows into a data collection",
  summary: "Starts an import of an uploaded CSV or Excel file.",
  status: 202,
  body: data(v.strictObject({ fileId: id, mapping })),
  answer: data(collectionImport),
});

export const getCollectionImport = call({
  family: "console",
  method: "GET",
  path: `${one}/imports/{importId}`,
  who: reads,
  summary: "Returns an import with its progress and refused rows.",
  answer: data(collectionImport),
});

/** Nothing of it comes in. One that has ended stays as it is. */
export const cancelCollectionImport = call({
  family: "console",
  method: "POST",
  path: `${one}/imports/{importId}/cancel`,
  who: writes,
  audit: "Canceled an import into a data collection",
  summary: "Cancels a running import.",
  answer: data(collectionImport),
});
