import type { CollectionColumn, RowFilter } from "../../../shared/contract/collections/collections.ts";
import { readCell } from "../../../shared/domain/collections.ts";
import type { Cell } from "../../../shared/domain/collections.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { checkFilters } from "../../actions/collections/filters.ts";
import { listAgentCollections, lockCollection } from "../../actions/collections/find.ts";
import { findRows } from "../../actions/collections/findRows.ts";
import { readCells, readColumns } from "../../actions/collections/present.ts";
import type { StoredColumn, StoredRow } from "../../actions/collections/tables.ts";
import { addRows, changeRows } from "../../actions/collections/writeRows.ts";
import type { RowProblem } from "../../actions/collections/writeRows.ts";
import { noteInput } from "../running/session.ts";
import { StepProblem, needAgent } from "./context.ts";
import type { InsideStep } from "./context.ts";

const mostRows = 100;

/** Finds, adds or changes rows of a data collection, in the transaction that takes the run on. */
export const collection: InsideStep<"collection"> = {
  is: "inside",
  async take({ step, row, run, tx, deps, fill, now }) {
    const { collection: name, action, filters, values, saveAs } = step.config;
    const agent = needAgent(run);
    const found = (await listAgentCollections(tx, agent)).find((one) => one.name === name);
    if (!found) throw new StepProblem(`The agent has no data collection called ${name}.`);
    const held = await lockCollection(tx, { ...agent, collectionId: found.id });
    const columns = readColumns(held);
    const wanted = filters.map(({ column, operator, value }): RowFilter => {
      const { cell } = read(findColumn(columns, column), fill(value));
      return { column: findColumn(columns, column).id, operator, ...(cell !== null && { value: cell }) };
    });
    const cells = Object.fromEntries(
      Object.entries(values).map(([column, text]) => {
        const known = findColumn(columns, column);
        return [known.id, read(known, fill(text)).cell];
      }),
    );
    noteInput(row, { filters: wanted, values: cells });
    const rows = action === "add" ? [] : await select();
    if (action === "find") return done(rows);
    const { stored, problems } = action === "add" ? await add() : await change();
    if (problems.length > 0) throw new StepProblem(tellProblems(problems, columns));
    return done(stored);

    async function select(): Promise<StoredRow[]> {
      try {
        const given = { filters: checkFilters(columns, wanted), limit: mostRows };
        return (await findRows(tx, held, given)).rows;
      } catch (error) {
        if (error instanceof AppError) throw new StepProblem(error.message);
        throw error;
      }
    }

    async function add() {
      const { added, problems } = await addRows(tx, held, { rows: [{ values: cells }], now: deps.now() });
      return { stored: added.map(({ id, values: given }) => ({ id, values: given })), problems };
    }

    async function change() {
      const changed = rows.map(({ number: id }) => ({ id, values: cells }));
      const written = await changeRows(tx, held, { rows: changed, now });
      return {
        stored: written.changed.map(({ id, values: given }) => ({ id, values: given })),
        problems: written.problems,
      };
    }

    function done(list: readonly (StoredRow | { id: number; values: Record<string, Cell> })[]) {
      const named = list.map((one) => nameCells(one, columns));
      return { is: "done" as const, save: { [saveAs]: named }, output: named };
    }
  },
};

function findColumn(columns: readonly StoredColumn[], name: string): StoredColumn {
  const found = columns.find((one) => one.name === name || one.id === name);
  if (!found) throw new StepProblem(`There is no column called ${name}.`);
  return found;
}

function read(column: StoredColumn, text: string): { cell: Cell | null } {
  const typed = readCell(column, text);
  if ("problem" in typed) throw new StepProblem(`${column.name}: ${typed.problem}`);
  return typed;
}

function nameCells(
  row: StoredRow | { id: number; values: Record<string, Cell> },
  columns: readonly StoredColumn[],
): Record<string, unknown> {
  const cells: Record<string, Cell> = "values" in row ? row.values : readCells(row, columns);
  const id = "values" in row ? row.id : row.number;
  return { row: id, ...Object.fromEntries(columns.map((one) => [one.name, cells[one.id] ?? null])) };
}

function tellProblems(
  problems: readonly RowProblem[],
  columns: readonly Pick<CollectionColumn, "id" | "name">[],
): string {
  return problems
    .map(({ columnId, message }) => {
      const column = columns.find(({ id }) => id === columnId);
      return column ? `${column.name}: ${message}` : message;
    })
    .join(" ");
}
