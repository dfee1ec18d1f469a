import * as v from "valibot";
import type { RowFilter } from "../../../shared/contract/collections/collections.ts";
import type { VisitorRule } from "../../../shared/contract/collections/settings.ts";
import {
  columnTypeNames,
  filterOperators,
  operatorsOf,
  writeCell,
} from "../../../shared/domain/collections.ts";
import type { Cell } from "../../../shared/domain/collections.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Store } from "../../database/store.ts";
import { checkFilters, findSearchable } from "./filters.ts";
import { findCollection, listAgentCollections, lockCollection } from "./find.ts";
import { findRows } from "./findRows.ts";
import { foldText } from "./keys.ts";
import { readCells, readColumns } from "./present.ts";
import type { StoredCollection, StoredColumn, StoredRow } from "./tables.ts";
import { addRows, changeRows } from "./writeRows.ts";
import type { RowProblem } from "./writeRows.ts";

/** The visitor as their site signed them in. */
export interface CollectionAsker {
  userId: string;
  /** Null where the site did not sign one. */
  email: string | null;
}

export interface CollectionToolDeps {
  store: Store;
  now: () => number;
}

/** What a model may do with one collection: a tool as answering takes it, without what it needs to act with consent. */
export interface CollectionTool {
  collectionId: string;
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
  hasEffects: boolean;
  check(input: unknown): { input: unknown } | { problem: string };
  run(input: unknown, signal: AbortSignal): Promise<{ text: string; summary: string }>;
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
  const taken = new Set<string>();
  return (await listAgentCollections(deps.store.db, agent)).flatMap((collection) => {
    const word = nameWord(collection.name, taken);
    const about = { deps, asker, collection, columns: readColumns(collection), word };
    return [
      ...(collection.mayRead ? [findTool(about)] : []),
      ...(collection.mayAdd ? [addTool(about)] : []),
      ...(collection.mayChange && collection.mayRead ? [changeTool(about)] : []),
    ];
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
  const given = listGiven(about);
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
    ...{ collectionId: collection.id, name: `find_in_${word}`, hasEffects: false },
    description: describe(about, {
      does: `Finds rows of “${collection.name}” and says how many there are.`,
      columns: columns.filter(({ id }) => given.some((one) => one.id === id)),
    }),
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
        const lines = writeRows(rows, listGiven({ ...about, collection: now, columns: current }));
        const many = isAtLeast ? `At least ${total}` : String(total);
        const head = `${many} ${total === 1 ? "row" : "rows"} of “${now.name}”${lines.length < total ? `, the first ${lines.length} of them` : ""}:`;
        return { text: [head, ...lines].join("\n"), summary: `Found ${many} in ${now.name}` };
      });
    },
  };
}

function addTool(about: About): CollectionTool {
  const { collection, word } = about;
  const given = listGiven(about);
  const required = given.filter((column) => column.required).map(({ name }) => name);
  return {
    ...{ collectionId: collection.id, name: `add_to_${word}`, hasEffects: true },
    description: describe(about, {
      does: `Adds one row to “${collection.name}”.${required.length > 0 ? ` Needed: ${required.join(", ")}.` : ""}`,
      columns: given,
    }),
    inputSchema: { ...objectOf({ values: valuesSchema(given) }), required: ["values"] },
    check: (input) =>
      hold(v.strictObject({ values: typedValues }), input, ({ values }) => ({
        values: readValues(given, values),
      })),
    async run(input) {
      const { values } = input as { values: Record<string, Cell | null> }; // given by `check`
      return act(about, (_, own) =>
        write(about, async (tx, now) => {
          const rows = [{ values: { ...values, ...(own && { [own.columnId]: own.value }) } }];
          const { added, problems } = await addRows(tx, now, { rows, now: about.deps.now() });
          return { id: added[0]?.id, problems, done: "Added" };
        }),
      );
    },
  };
}

function changeTool(about: About): CollectionTool {
  const { collection, word } = about;
  const given = listGiven(about);
  return {
    ...{ collectionId: collection.id, name: `change_in_${word}`, hasEffects: true },
    description: describe(about, {
      does: `Changes one row of “${collection.name}”, by the number that find_in_${word} gives. What is left out stays.`,
      columns: given,
    }),
    inputSchema: {
      ...objectOf({ row: { type: "integer", minimum: 1 }, values: valuesSchema(given) }),
      required: ["row", "values"],
    },
    check: (input) =>
      hold(v.strictObject({ row: rowNumber, values: typedValues }), input, ({ row, values }) => ({
        row,
        values: readValues(given, values),
      })),
    async run(input) {
      const { row: id, values } = input as { row: number; values: Record<string, Cell | null> }; // given by `check`
      return act(about, (_, own) =>
        write(about, async (tx, now) => {
          const row = await tx
            .selectFrom("collectionRows")
            .select("cells")
            .where("organizationId", "=", now.organizationId)
            .where("collectionId", "=", now.id)
            .where("number", "=", id)
            .executeTakeFirst();
          // Somebody else's row answers as one that is not there.
          if (!row || (own && !isOwn(row, own)))
            return { problems: [{ row: 0, columnId: null, message: `There is no row ${id}.` }], done: "" };
          const { problems } = await changeRows(tx, now, { rows: [{ id, values }], now: about.deps.now() });
          return { id, problems, done: "Changed" };
        }),
      );
    },
  };
}

/** The visitor's own value in the column that says whose a row is. */
interface Own {
  columnId: string;
  value: string;
  equals: VisitorRule["equals"];
}

function isOwn({ cells }: Pick<StoredRow, "cells">, { columnId, value, equals }: Own): boolean {
  const cell = (JSON.parse(cells) as Record<string, Cell>)[columnId]; // written by addRows
  const index = equals === "userId" ? "exact" : "folded";
  return typeof cell === "string" && foldText(cell, index) === foldText(value, index);
}

type Work = (now: StoredCollection, own: Own | null) => Promise<{ text: string; summary: string }>;

/** Does something by the rules as they are now, or says why not. */
async function act(
  { deps, asker, collection }: About,
  work: Work,
): Promise<{ text: string; summary: string }> {
  const now = await findAgain(deps, collection);
  if (!now)
    return { text: `“${collection.name}” is not there any more.`, summary: `${collection.name} is gone` };
  const { visitorColumnId: columnId, visitorEquals: equals, name } = now;
  if (columnId === null || equals === null) return orSay(name, () => work(now, null));
  const value = equals === "userId" ? asker?.userId : asker?.email;
  if (!value) {
    const text = `“${name}” shows visitors their own rows only, and this visitor has not signed in. Say that they need to sign in first.`;
    return { text, summary: `${name} needs sign-in` };
  }
  return orSay(name, () => work(now, { columnId, equals, value }));
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

interface Written {
  id?: number | undefined;
  problems: readonly RowProblem[];
  done: string;
}

async function write(
  { deps, collection }: About,
  work: (tx: Parameters<Parameters<Store["transaction"]>[0]>[0], now: StoredCollection) => Promise<Written>,
): ReturnType<Work> {
  const { organizationId, agentId, id: collectionId, name } = collection;
  return deps.store.transaction(async (tx) => {
    const now = await lockCollection(tx, { organizationId, agentId, collectionId });
    const { id, problems, done } = await work(tx, now);
    if (problems.length === 0)
      return { text: `${done} row ${id} of “${name}”.`, summary: `${done} a row of ${name}` };
    const columns = readColumns(now);
    const said = problems.map(({ columnId, message }) => {
      const column = columns.find((one) => one.id === columnId);
      return column ? `${column.name}: ${message}` : message;
    });
    return { text: `Nothing was stored. ${said.join(" ")}`, summary: `${name}: refused` };
  });
}

const valueWords =
  "Numbers as 12.5, days as 2026-11-29, yes or no. Leave it out for is_empty and is_not_empty.";
const cell = v.union([v.pipe(v.string(), v.maxLength(10_000)), v.number(), v.boolean()]);
const typedValues = v.pipe(
  v.array(v.strictObject({ column: v.string(), value: v.nullable(cell) })),
  v.minLength(1, "Give at least one value."),
  v.maxLength(50),
);
const rowNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1));

function objectOf(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: "object", additionalProperties: false, properties };
}

function valuesSchema(columns: readonly StoredColumn[]): Record<string, unknown> {
  return {
    type: "array",
    items: {
      ...objectOf({
        column: { type: "string", enum: columns.map(({ name }) => name) },
        value: {
          type: "string",
          description: "Numbers as 12.5, days as 2026-11-29, yes or no. Empty for none.",
        },
      }),
      required: ["column", "value"],
    },
  };
}

function readValues(
  columns: readonly StoredColumn[],
  values: v.InferOutput<typeof typedValues>,
): Record<string, Cell | null> {
  return Object.fromEntries(values.map(({ column, value }) => [findNamed(columns, column).id, value]));
}

/** The columns that a model may name: not the one that says whose a row is. */
function listGiven({ collection, columns }: Pick<About, "collection" | "columns">): StoredColumn[] {
  return columns.filter(({ id }) => id !== collection.visitorColumnId);
}

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

function describe(
  { collection }: About,
  { does, columns }: { does: string; columns: readonly StoredColumn[] },
): string {
  const listed = columns.map(({ name, type, options }) => {
    const choices = type === "choice" ? `: ${options.slice(0, 20).join(", ")}` : "";
    return `${name} (${columnTypeNames[type].toLowerCase()}${choices})`;
  });
  const own = collection.visitorColumnId === null ? "" : " Only this visitor's own rows.";
  const operators = ` Texts take ${operatorsOf.text.join(", ")}; numbers and dates ${operatorsOf.number.join(", ")}.`;
  const text = `${does}${own} ${collection.description} Columns: ${listed.join("; ")}.${does.startsWith("Finds") ? operators : ""}`;
  return text.replace(/\s+/g, " ").slice(0, 4000).toWellFormed();
}

/** Rows as JSON, as many as there is room for; long cells by their beginning. */
function writeRows(rows: readonly StoredRow[], columns: readonly StoredColumn[]): string[] {
  const lines: string[] = [];
  let room = mostCharactersGiven;
  for (const row of rows) {
    const cells = readCells(row, columns);
    const shown = columns.flatMap(({ id, name }) =>
      cells[id] === undefined ? [] : [[name, shorten(writeCell(cells[id]))]],
    );
    const line = JSON.stringify({ row: row.number, ...Object.fromEntries(shown) });
    room -= line.length;
    if (room < 0 && lines.length > 0) break;
    lines.push(line);
  }
  return lines;
}

function shorten(text: string): string {
  return text.length <= mostCharactersOfCell
    ? text
    : `${text.slice(0, mostCharactersOfCell).toWellFormed()}…`;
}

/** Letters that every provider takes in a tool's name; of a name in another script its place is left. */
function nameWord(name: string, taken: Set<string>): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const word =
    plain
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^_|_$/g, "")
      .slice(0, 40) || "collection";
  let free = word;
  for (let number = 2; taken.has(free); number += 1) free = `${word}_${number}`;
  taken.add(free);
  return free;
}
