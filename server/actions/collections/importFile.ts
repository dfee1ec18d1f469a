import { setImmediate as nextTurn } from "node:timers/promises";
import type { CollectionImport, ImportPreview } from "../../../shared/contract/collections/collections.ts";
import { maxCollectionRows, readCell } from "../../../shared/domain/collections.ts";
import type { Cell, ColumnType, columnTypes } from "../../../shared/domain/collections.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { Store } from "../../database/store.ts";
import type { Knowledge } from "../../knowledge/createKnowledge.ts";
import { ParseError } from "../../knowledge/parsing/ParseError.ts";
import type { ReadTable, TableRow } from "../../knowledge/parsing/readTable.ts";
import type { Storage } from "../../storage/storage.ts";
import type { StoredFile } from "../../storage/storedFile.ts";
import { refuse } from "./columns.ts";
import { readColumns } from "./present.ts";
import type { StoredCollection, StoredColumn } from "./tables.ts";
import { checkRow, refuseDuplicates } from "./writeRows.ts";
import type { RowProblem } from "./writeRows.ts";

/** Which column of a file goes into which column of a collection. */
export interface Mapped {
  from: number;
  columnId: string;
}

export interface FileDeps {
  store: Store;
  openFile: Storage["openFile"];
  readTable: Knowledge["readTable"];
}

interface ImportedFile {
  name: string;
  table: ReadTable;
}

/** Finds a file that a member of the organization uploaded; throws `invalid_input` where there is none. */
export async function openImported(
  { openFile }: Pick<FileDeps, "openFile">,
  { organizationId, fileId }: { organizationId: string; fileId: string },
): Promise<StoredFile> {
  const file = await openFile(organizationId, fileId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") throw refuse("fileId", notThere);
    throw error;
  });
  // What visitors send stays in their conversations.
  if (file.createdBy === null) throw refuse("fileId", notThere);
  return file;
}

/** Reads such a file; throws `invalid_input` with what is wrong with it. */
export async function readImported(
  { openFile, readTable }: FileDeps,
  { organizationId, fileId, signal }: { organizationId: string; fileId: string; signal: AbortSignal },
): Promise<ImportedFile> {
  const file = await openImported({ openFile }, { organizationId, fileId });
  const { name, contentType } = file;
  const bytes = await file.readStart(file.sizeBytes);
  try {
    return { name, table: await readTable({ name, contentType, bytes }, { organizationId, signal }) };
  } catch (error) {
    throw error instanceof ParseError ? refuse("fileId", error.message) : error;
  }
}

const notThere = "This file was not uploaded. Choose it again.";

/** The rows of a file, piece by piece; other work has its turn between two of them. */
export async function* readPieces({ pieces }: ReadTable): AsyncGenerator<TableRow[]> {
  for (const piece of pieces) {
    await nextTurn();
    yield JSON.parse(piece) as TableRow[]; // written by readTable
  }
}

/** A row of a file as values of columns. */
export function mapRow(
  { cells }: TableRow,
  mapping: readonly Mapped[],
): { values: Record<string, Cell | null> } {
  return { values: Object.fromEntries(mapping.map(({ from, columnId }) => [columnId, cells[from] ?? null])) };
}

/** Refuses columns that are not there, and two that go into one. */
export function checkMapping(columns: readonly StoredColumn[], mapping: readonly Mapped[]): void {
  const ids = new Set(mapping.map(({ columnId }) => columnId));
  if (mapping.some(({ columnId }) => !columns.some(({ id }) => id === columnId)))
    throw refuse("mapping", "A column no longer exists. Reload the collection.");
  if (ids.size < mapping.length) throw refuse("mapping", "Two columns of the file go into the same column.");
  if (mapping.length === 0) throw refuse("mapping", "Choose at least one column of the file.");
}

/** Says where refused rows stand in their file, in the words of its columns. */
export function describeProblems(
  problems: readonly RowProblem[],
  { columns, rows }: { columns: readonly StoredColumn[]; rows: readonly TableRow[] },
): CollectionImport["problems"] {
  return problems.map(({ row, columnId, message }) => ({
    row: rows[row]?.number ?? 0,
    column: columns.find(({ id }) => id === columnId)?.name ?? null,
    message,
  }));
}

const shownProblems = 100;

/** Says what an import would do; nothing is stored. */
export async function previewImport(
  { store }: Pick<FileDeps, "store">,
  collection: StoredCollection,
  { file, mapping: wanted }: { file: ImportedFile; mapping: readonly Mapped[] | undefined },
): Promise<ImportPreview> {
  const { table } = file;
  const columns = readColumns(collection);
  const mapping = wanted ?? matchByName(table.names, columns);
  if (wanted) checkMapping(columns, wanted);
  const shown: CollectionImport["problems"] = [];
  const samples: TableRow[] = [];
  const seen = new Map<string, Set<string>>();
  let good = 0;
  let room = maxCollectionRows - collection.rowCount;
  for await (const rows of readPieces(table)) {
    if (samples.length === 0) samples.push(...rows);
    const problems: RowProblem[] = [];
    const planned: { at: number; cells: Record<string, Cell> }[] = [];
    rows.forEach((row, at) => {
      const checked = checkRow(columns, { ...mapRow(row, mapping), before: null });
      if ("cells" in checked) planned.push({ at, cells: checked.cells });
      else problems.push(...checked.problems.map((one) => ({ ...one, row: at })));
    });
    const fit = await refuseDuplicates(store.reader, collection, { columns, planned, problems, seen });
    for (const { at } of fit.splice(Math.max(0, room)))
      problems.push({ row: at, columnId: null, message: "The collection is full." });
    good += fit.length;
    room -= fit.length;
    shown.push(...describeProblems(problems, { columns, rows }).slice(0, shownProblems - shown.length));
  }
  return {
    fileName: file.name,
    columns: table.names.map((name, index) => {
      const texts = samples.flatMap(({ cells }) => cells[index]?.trim() || []);
      const columnId = mapping.find(({ from }) => from === index)?.columnId ?? null;
      return {
        name,
        type: guessType(texts),
        examples: texts.slice(0, 3).map((text) => text.slice(0, 80)),
        columnId,
      };
    }),
    ...{ total: table.rows, good, refused: table.rows - good, problems: shown },
  };
}

function matchByName(names: readonly string[], columns: readonly StoredColumn[]): Mapped[] {
  const taken = new Set<string>();
  return names.flatMap((name, from) => {
    const column = columns.find((one) => one.name.toLowerCase() === name.toLowerCase() && !taken.has(one.id));
    if (!column) return [];
    taken.add(column.id);
    return [{ from, columnId: column.id }];
  });
}

/** The narrowest type that takes all of these texts. A zero at the beginning is of a code, not of a number. */
function guessType(texts: readonly string[]): ColumnType {
  const fits = (type: ColumnType) =>
    texts.length > 0 &&
    texts.every((text) => !("problem" in readCell({ name: "", type, options: [] }, text))) &&
    !(type === "number" && texts.some((text) => /^[-+]?0\d/.test(text))) &&
    !(type === "yes_no" && texts.every((text) => /^[01]$/.test(text)));
  return (
    (["yes_no", "date", "number"] as const satisfies readonly (typeof columnTypes)[number][]).find(fits) ??
    "text"
  );
}
