import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { writeCell } from "../../../shared/domain/collections.ts";
import type { Cell } from "../../../shared/domain/collections.ts";
import type { FormValues } from "../../../shared/domain/forms.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { Db, Store, Tx } from "../../database/store.ts";
import type { CollectionSkills, OtherUse, Prepared, Preparing } from "../skills/deps.ts";
import type { SkillOutcome } from "../skills/http/sendRequest.ts";
import type { CollectionConfig } from "../skills/stored.ts";
import { findCollection, listAgentCollections, lockCollection } from "./find.ts";
import { nameCollections } from "./names.ts";
import { isOwn } from "./own.ts";
import type { Own } from "./own.ts";
import { readCells, readColumns } from "./present.ts";
import type { CollectionCallRow, StoredCollection, StoredRow } from "./tables.ts";
import { addRows, changeRows, checkRow, refuseDuplicates } from "./writeRows.ts";
import type { RowProblem } from "./writeRows.ts";
import { emptyInput, rowInput, toWriteSkills } from "./writeSkills.ts";

export interface CollectionSkillDeps {
  store: Store;
  now: () => number;
}

/** Makes what agents may write into their collections skills of theirs. */
export function createCollectionSkills({ store, now }: CollectionSkillDeps): CollectionSkills {
  return {
    async list(agent, taken) {
      const named = nameCollections(await listAgentCollections(store.reader, agent));
      return named
        .flatMap(({ collection, word }) => toWriteSkills(collection, word))
        .filter(({ name }) => !taken.includes(name));
    },
    async prepare(preparing) {
      return orSay(
        (problem): Prepared => ({ problem }),
        async () => {
          const collection = await findCollection(store.db, keyOf(preparing));
          checkRules(collection, preparing.config);
          const wish = withEmptied(collection, { wish: readWish(preparing), inputs: preparing.inputs });
          const row = wish.row === null ? null : await findRow(store.db, collection, wish);
          const { problems, isSame } = await checkWish(store.db, collection, { wish, row });
          if (problems.length > 0) return { problem: tellProblems(collection, problems) };
          if (isSame) return { problem: `Row ${wish.row} has these values already.` };
          return { before: row && describeRow(collection, row) };
        },
      );
    },
    execute: (use) => {
      const begun = performance.now();
      const ms = () => Math.round(performance.now() - begun);
      return orSay(
        (error) => outcome({ error, ms: ms() }),
        async () => outcome({ ...(await store.transaction((tx) => write(tx, use, now()))), ms: ms() }),
      );
    },
  };
}

/** What is to be written, by column ID. */
interface Wish {
  values: Record<string, Cell | null>;
  /** The row that is changed; null for a new one. */
  row: number | null;
  own: Own | null;
}

function readWish({ config, inputs }: Pick<Preparing, "config" | "inputs">): Wish {
  const { does, columns, own } = config;
  const values: Wish["values"] = {};
  for (const [input, columnId] of Object.entries(columns)) {
    const value = Object.hasOwn(inputs, input) ? inputs[input] : undefined;
    if (value === undefined || Array.isArray(value) || input === own?.input) continue;
    values[columnId] = value;
  }
  const bound = own && {
    equals: own.equals,
    columnId: columns[own.input] ?? "",
    value: readOwn(inputs, own),
  };
  if (does === "change") return { values, row: Number(inputs[rowInput]), own: bound };
  return { values: { ...values, ...(bound && { [bound.columnId]: bound.value }) }, row: null, own: bound };
}

/** Filled in from the verified visitor, before anything is asked or done. */
function readOwn(inputs: FormValues, { input }: NonNullable<CollectionConfig["own"]>): string {
  const value = Object.hasOwn(inputs, input) ? inputs[input] : undefined;
  if (typeof value !== "string" || value === "") throw new Error("Nobody is signed in.");
  return value;
}

/** Writes a row once: the same wish again, after a crash or a retry, is told what it did before. */
async function write(tx: Tx, use: OtherUse<CollectionConfig>, now: number): Promise<Partial<SkillOutcome>> {
  const { config, answerId, runId, idempotencyKey } = use;
  const collection = await lockCollection(tx, keyOf(use));
  // What needs nobody's word may be asked for again in the next answer; what was confirmed is done once. A row that was
  // changed meanwhile may be set back.
  const by = answerId ?? (config.does === "change" ? runId : undefined);
  const key = by === undefined ? idempotencyKey : hash([by, idempotencyKey]);
  const call = { organizationId: collection.organizationId, collectionId: collection.id, key };
  const before = await findCall(tx, call);
  if (before) return tell(tx, collection, { does: config.does, number: before.number });
  checkRules(collection, config);
  const wish = withEmptied(collection, { wish: readWish(use), inputs: use.inputs });
  const { number, problems } = await put(tx, collection, { wish, now });
  if (number === null || problems.length > 0) return { error: tellProblems(collection, problems) };
  await tx
    .insertInto("collectionCalls")
    .values({ ...call, number, createdAt: now })
    .execute();
  return tell(tx, collection, { does: config.does, number });
}

async function put(
  tx: Tx,
  collection: StoredCollection,
  { wish, now }: { wish: Wish; now: number },
): Promise<{ number: number | null; problems: RowProblem[] }> {
  const { values, row: id } = wish;
  if (id === null) {
    const { added, problems } = await addRows(tx, collection, { rows: [{ values }], now });
    return { number: added[0]?.id ?? null, problems };
  }
  await findRow(tx, collection, wish);
  const { problems } = await changeRows(tx, collection, { rows: [{ id, values }], now });
  return { number: id, problems };
}

/** What would be wrong with it, before anybody is asked, and whether the row would stay as it is. */
async function checkWish(
  db: Db,
  collection: StoredCollection,
  { wish: { values }, row }: { wish: Wish; row: StoredRow | null },
): Promise<{ problems: Omit<RowProblem, "row">[]; isSame: boolean }> {
  const columns = readColumns(collection);
  const checked = checkRow(columns, { values, before: row });
  if ("problems" in checked) return { problems: checked.problems, isSame: false };
  const problems: RowProblem[] = [];
  const planned = [{ at: 0, cells: checked.cells }];
  await refuseDuplicates(db, collection, { columns, planned, problems, except: row ? [row.number] : [] });
  return { problems, isSame: row !== null && isDeepStrictEqual(checked.cells, JSON.parse(row.cells)) };
}

/** The rules may be others than when it was asked for: then it is asked for again. */
function checkRules(
  { name, mayRead, mayAdd, mayChange, visitorColumnId, visitorEquals }: StoredCollection,
  { does, columns, own }: CollectionConfig,
): void {
  const mayWrite = does === "add" ? mayAdd : mayChange && mayRead;
  const isSame = own
    ? columns[own.input] === visitorColumnId && own.equals === visitorEquals
    : visitorColumnId === null;
  if (!mayWrite || !isSame) throw refuse(`The rules of “${name}” have changed. Ask for it again.`);
}

/** Another visitor's row answers like a missing one. */
async function findRow(db: Db, collection: StoredCollection, { row, own }: Wish): Promise<StoredRow> {
  const found = await db
    .selectFrom("collectionRows")
    .selectAll()
    .where("organizationId", "=", collection.organizationId)
    .where("collectionId", "=", collection.id)
    .where("number", "=", row ?? 0)
    .$if(collection.pendingImportId !== null, (query) =>
      query.where((eb) =>
        eb.or([eb("importId", "is", null), eb("importId", "<>", collection.pendingImportId)]),
      ),
    )
    .executeTakeFirst();
  if (!found || (own && !isOwn(found, own))) throw refuse(`There is no row ${row}.`);
  return found;
}

/** A change names the columns that it empties. */
function withEmptied(
  collection: StoredCollection,
  { wish, inputs }: { wish: Wish; inputs: FormValues },
): Wish {
  const emptied = inputs[emptyInput];
  if (wish.row === null || !Array.isArray(emptied)) return wish;
  const ids = readColumns(collection).filter(({ name }) => emptied.includes(name));
  return { ...wish, values: { ...wish.values, ...Object.fromEntries(ids.map(({ id }) => [id, null])) } };
}

async function tell(
  tx: Tx,
  collection: StoredCollection,
  { does, number }: { does: CollectionConfig["does"]; number: number },
): Promise<Partial<SkillOutcome>> {
  const row = await tx
    .selectFrom("collectionRows")
    .select("cells")
    .where("organizationId", "=", collection.organizationId)
    .where("collectionId", "=", collection.id)
    .where("number", "=", number)
    .executeTakeFirst();
  const done = does === "add" ? "Added" : "Changed";
  const data = row && Object.fromEntries(listCells(collection, row));
  return { picked: `${done} row ${number} of “${collection.name}”.`, data: data ?? null };
}

/** A row as people read it on the card of its change. */
function describeRow(collection: StoredCollection, row: StoredRow): string {
  const cells = listCells(collection, row).map(([name, text]) => `${name}: ${text}`);
  const shown = cells.join(" · ");
  return shown.length > longestBefore ? `${shown.slice(0, longestBefore).toWellFormed()}…` : shown;
}

const longestBefore = 300;

function listCells(collection: StoredCollection, row: Pick<StoredRow, "cells">): [string, string][] {
  const columns = readColumns(collection).filter(({ id }) => id !== collection.visitorColumnId);
  const cells = readCells(row, columns);
  return columns.flatMap(({ id, name }): [string, string][] =>
    cells[id] === undefined ? [] : [[name, writeCell(cells[id])]],
  );
}

function tellProblems(collection: StoredCollection, problems: readonly Omit<RowProblem, "row">[]): string {
  const columns = readColumns(collection);
  const said = problems.map(({ columnId, message }) => {
    const column = columns.find(({ id }) => id === columnId);
    return column ? `${column.name}: ${message}` : message;
  });
  return `Nothing was stored. ${said.join(" ")}`.trim();
}

function findCall(
  tx: Tx,
  { organizationId, collectionId, key }: Pick<CollectionCallRow, "organizationId" | "collectionId" | "key">,
) {
  return tx
    .selectFrom("collectionCalls")
    .select("number")
    .where("organizationId", "=", organizationId)
    .where("collectionId", "=", collectionId)
    .where("key", "=", key)
    .executeTakeFirst();
}

function keyOf({ organizationId, agentId, config: { collectionId } }: Omit<Preparing, "inputs">) {
  return { organizationId, agentId, collectionId };
}

/** What can't be done is said in a sentence. */
async function orSay<Said>(say: (problem: string) => Said, work: () => Promise<Said>): Promise<Said> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "not_found") return say("This collection no longer exists.");
    if (error.code === "invalid_input") return say(error.message);
    throw error;
  }
}

function outcome(found: Partial<SkillOutcome>): SkillOutcome {
  return { request: null, response: null, picked: null, data: null, error: null, ms: 0, ...found };
}

function hash(what: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(what)).digest("hex").slice(0, 32);
}

function refuse(message: string): AppError {
  return new AppError("invalid_input", { message });
}
