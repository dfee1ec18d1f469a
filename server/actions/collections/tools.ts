import * as v from "valibot";
import type { RowFilter } from "../../../shared/contract/collections/collections.ts";
import {
  columnTypeNames,
  filterOperators,
  operatorsOf,
  writeCell,
} from "../../../shared/domain/collections.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Store } from "../../database/store.ts";
import { checkFilters, findSearchable } from "./filters.ts";
import { findCollection, listAgentCollections } from "./find.ts";
import { findRows } from "./findRows.ts";
import { nameCollections } from "./names.ts";
import { findOwn, listGiven } from "./own.ts";
import type { CollectionAsker, Own } from "./own.ts";
import { readCells, readColumns } from "./present.ts";
import type { StoredCollection, StoredColumn, StoredRow } from "./tables.ts";

export interface CollectionToolDeps {
  store: Store;
}

/** What a model finds in one collection: a tool as answering takes it. What it may write are skills (`writeSkills.ts`). */
export interface CollectionTool {
  collectionId: string;
  /** What the collection is called. */
  title: string;
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
  check(input: unknown): { input: unknown } | { problem: string };
  run(input: unknown, signal: AbortSignal): Promise<Told>;
}

/** What the model is told. */
interface Told {
  text: string;
  summary: string;
  /** The rows that were found; they stand in the text, one a line. */
  rows?: TableRow[];
}

/** A row as the model reads it. */
export interface TableRow {
  number: number;
  line: string;
}

const mostRowsGiven = 20;
const mostCharactersOfCell = 600;
const mostCharactersGiven = 12_000;

/**
 * The tools for the collections of an agent. `asker` is null for a visitor whom no site has signed in: of rows that belong to
 * visitors they get none. Whose rows they are is never a part of what the model writes.
 */
export async function collectionTools(
  deps: CollectionToolDeps,
  agent: AgentKey,
  asker: CollectionAsker | null,
): Promise<CollectionTool[]> {
  return nameCollections(await listAgentCollections(deps.store.db, agent)).flatMap(({ collection, word }) => {
    const about = { deps, asker, collection, columns: readColumns(collection), word };
    return collection.mayRead ? [findTool(about)] : [];
  });
}

interface About {
  deps: CollectionToolDeps;
  asker: CollectionAsker | null;
  collection: StoredCollection;
  columns: readonly StoredColumn[];
  /** Its name as a part of a tool's. */
  word: string;
}

function findTool(about: About): CollectionTool {
  const { collection, columns, word } = about;
  const given = listGiven(collection, columns);
  const searchable = given.filter(({ index, preparing }) => index !== "none" && !preparing);
  const names = searchable.map(({ name }) => name);
  const schema = v.strictObject({
    filters: v.optional(
      v.pipe(
        v.array(
          v.strictObject({
            column: v.string(),
            operator: v.picklist(filterOperators),
            value: v.optional(cell),
          }),
        ),
        v.maxLength(10),
      ),
      [],
    ),
    sort: v.optional(v.string()),
    order: v.optional(v.picklist(["asc", "desc"]), "asc"),
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostRowsGiven)), 10),
  });
  const column = { type: "string", enum: names };
  return {
    ...{ collectionId: collection.id, title: collection.name, name: `find_in_${word}` },
    description: describe(collection, given),
    inputSchema: {
      type: "object",
      additionalProperties: false,
      properties: {
        ...(names.length > 0 && {
          filters: {
            type: "array",
            description: "All of them must hold. Leave it out for all rows.",
            items: {
              type: "object",
              additionalProperties: false,
              required: ["column", "operator"],
              properties: {
                column,
                operator: { type: "string", enum: [...filterOperators] },
                value: { type: "string", description: valueWords },
              },
            },
          },
          sort: { ...column, description: "The column that orders the rows." },
          order: { type: "string", enum: ["asc", "desc"] },
        }),
        limit: {
          type: "integer",
          minimum: 1,
          maximum: mostRowsGiven,
          description: "10 where it is left out.",
        },
      },
    },
    check: (input) =>
      hold(schema, input, ({ filters, sort, order, limit }) => {
        const wanted = filters.map(({ value, ...filter }): RowFilter => ({
          ...{ ...filter, column: findNamed(given, filter.column).id },
          ...(value !== undefined && { value }),
        }));
        checkFilters(columns, wanted);
        const sorted = sort === undefined ? undefined : findSearchable(columns, findNamed(given, sort).id).id;
        return { filters: wanted, sort: sorted, order, limit };
      }),
    async run(input) {
      // It was given by `check`.
      const { filters, sort, order, limit } = input as {
        filters: RowFilter[];
        sort: string | undefined;
        order: "asc" | "desc";
        limit: number;
      };
      return act(about, async (now, own) => {
        const all = [
          ...(own ? [{ column: own.columnId, operator: "equals" as const, value: own.value }] : []),
          ...filters,
        ];
        const current = readColumns(now);
        const { rows, total, isAtLeast } = await findRows(about.deps.store.reader, now, {
          filters: checkFilters(current, all),
          ...{ sort, isDescending: order === "desc", limit },
        });
        const lines = writeRows(rows, listGiven(now, current));
        const many = isAtLeast ? `At least ${total}` : String(total);
        const head = `${many} ${total === 1 ? "row" : "rows"} of “${now.name}”${lines.length < total ? `, the first ${lines.length} of them` : ""}:`;
        const text = [head, ...lines.map(({ line }) => line)].join("\n");
        return { text, summary: `Found ${many} in ${now.name}`, rows: lines };
      });
    },
  };
}

type Work = (now: StoredCollection, own: Own | null) => Promise<Told>;

/** Does something by the rules as they are now, or says why not. */
async function act({ deps, asker, collection }: About, work: Work): Promise<Told> {
  const now = await findAgain(deps, collection);
  if (!now)
    return { text: `“${collection.name}” no longer exists.`, summary: `${collection.name} no longer exists` };
  const { name } = now;
  const own = findOwn(now, asker);
  if (own !== "signIn") return orSay(name, () => work(now, own));
  const text = `“${name}” shows visitors their own rows only, and this visitor has not signed in. Say that they need to sign in first.`;
  return { text, summary: `${name} needs sign-in` };
}

async function findAgain({ store }: CollectionToolDeps, collection: StoredCollection) {
  const { organizationId, agentId, id: collectionId } = collection;
  return findCollection(store.db, { organizationId, agentId, collectionId }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  });
}

/** What can't be done by the columns as they are now is told to the model. */
async function orSay(name: string, work: () => ReturnType<Work>): ReturnType<Work> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "invalid_input") throw error;
    return { text: error.message, summary: `${name}: not possible` };
  }
}

const valueWords =
  "Numbers as 12.5, days as 2026-11-29, yes or no. Leave it out for is_empty and is_not_empty.";
const cell = v.union([v.pipe(v.string(), v.maxLength(10_000)), v.number(), v.boolean()]);
function findNamed(columns: readonly StoredColumn[], name: string): StoredColumn {
  const column = columns.find((one) => one.name.toLowerCase() === name.trim().toLowerCase());
  if (column) return column;
  const names = columns.map((one) => one.name).join(", ");
  throw new AppError("invalid_input", {
    message: `There is no column “${name.slice(0, 60)}”. Use one of: ${names}.`,
  });
}

/** Checks a model's input by its shape, then by the collection's columns. */
function hold<Schema extends v.GenericSchema<unknown, object>>(
  schema: Schema,
  input: unknown,
  read: (given: v.InferOutput<Schema>) => unknown,
): { input: unknown } | { problem: string } {
  const checked = v.safeParse(schema, input);
  if (!checked.success) {
    const [issue] = checked.issues;
    return { problem: `${v.getDotPath(issue) ?? "the input"}: ${issue.message}` };
  }
  try {
    return { input: read(checked.output) };
  } catch (error) {
    if (error instanceof AppError) return { problem: error.message };
    throw error;
  }
}

function describe(collection: StoredCollection, columns: readonly StoredColumn[]): string {
  const listed = columns.map(({ name, type, options }) => {
    const choices = type === "choice" ? `: ${options.slice(0, 20).join(", ")}` : "";
    return `${name} (${columnTypeNames[type].toLowerCase()}${choices})`;
  });
  const does = `Finds rows of “${collection.name}” and says how many there are.`;
  const own = collection.visitorColumnId === null ? "" : " Only this visitor's own rows.";
  const operators = ` Texts take ${operatorsOf.text.join(", ")}; numbers and dates ${operatorsOf.number.join(", ")}.`;
  const text = `${does}${own} ${collection.description} Columns: ${listed.join("; ")}.${operators}`;
  return text.replace(/\s+/g, " ").slice(0, 4000).toWellFormed();
}

/** Rows as JSON, as many as there is room for; long cells by their beginning. */
export function writeRows(rows: readonly StoredRow[], columns: readonly StoredColumn[]): TableRow[] {
  const lines: TableRow[] = [];
  let room = mostCharactersGiven;
  for (const row of rows) {
    const cells = readCells(row, columns);
    const shown = columns.flatMap(({ id, name }) =>
      cells[id] === undefined ? [] : [[name, shorten(writeCell(cells[id]))]],
    );
    const line = JSON.stringify({ row: row.number, ...Object.fromEntries(shown) });
    room -= line.length;
    if (room < 0 && lines.length > 0) break;
    lines.push({ number: row.number, line });
  }
  return lines;
}

function shorten(text: string): string {
  return text.length <= mostCharactersOfCell
    ? text
    : `${text.slice(0, mostCharactersOfCell).toWellFormed()}…`;
}
