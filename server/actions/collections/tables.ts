import type { CollectionColumn, CollectionImport } from "../../../shared/contract/collections/collections.ts";
import type { WriteRule } from "../../../shared/domain/collections.ts";
import type { VisitorRule } from "../../../shared/contract/collections/settings.ts";

/** How the cells of a column are found: not at all, whatever their case, or letter by letter. */
export type CellIndex = "none" | "folded" | "exact";

/** A column as it is stored. */
export interface StoredColumn extends CollectionColumn {
  /** How its cells can be found now. */
  index: CellIndex;
  /** What its cells are being prepared for; rows that are written meanwhile are written so. */
  preparing?: CellIndex;
}

export interface StoredCollection {
  organizationId: string;
  id: string;
  agentId: string;
  name: string;
  description: string;
  /** JSON list of StoredColumn. */
  columns: string;
  /** The number of the newest column, and of the newest row: none is given twice. */
  lastColumn: number;
  lastRow: number;
  rowCount: number;
  mayRead: number;
  mayAdd: number;
  mayChange: number;
  confirmedBy: WriteRule;
  /** JSON list of questions that call for a new row. */
  examples: string;
  visitorColumnId: string | null;
  visitorEquals: VisitorRule["equals"] | null;
  /** The import whose rows nobody sees yet. */
  pendingImportId: string | null;
  lastImportId: string | null;
  createdAt: number;
  updatedAt: number;
}

export interface StoredRow {
  organizationId: string;
  collectionId: string;
  number: number;
  /** JSON of cells by column id. */
  cells: string;
  /** The import that it came with; null where somebody typed it. */
  importId: string | null;
  createdAt: number;
  updatedAt: number;
}

/** A cell of a column that rows are found by. */
export interface CollectionCellRow {
  organizationId: string;
  collectionId: string;
  columnId: string;
  /** What it is compared and sorted by, on both stores byte by byte; empty for an empty cell. */
  key: string;
  number: number;
  /** The whole text, where the key is only its beginning. */
  text: string | null;
  /** What no other row of the column has; null where the column is not unique, and for an empty cell. */
  uniqueKey: string | null;
}

/** What an answer did with a row, so that it is done once when the answer is written again. */
export interface CollectionCallRow {
  organizationId: string;
  collectionId: string;
  /** A hash of the answer, the tool and its input. */
  key: string;
  /** The row that was added or changed. */
  number: number;
  createdAt: number;
}

export interface CollectionImportRow {
  organizationId: string;
  id: string;
  agentId: string;
  collectionId: string;
  fileId: string;
  fileName: string;
  /** JSON list of {from, columnId}. */
  mapping: string;
  jobId: string | null;
  state: CollectionImport["state"];
  total: number;
  done: number;
  added: number;
  refused: number;
  /** JSON list, the first thousand. */
  problems: string;
  error: string | null;
  createdBy: string | null;
  createdAt: number;
  endedAt: number | null;
}

declare module "../../database/store.ts" {
  interface Tables {
    collections: StoredCollection;
    collectionRows: StoredRow;
    collectionCells: CollectionCellRow;
    collectionImports: CollectionImportRow;
    collectionCalls: CollectionCallRow;
  }
}
