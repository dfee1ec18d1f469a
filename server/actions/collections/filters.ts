import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";
import type { RowFilter } from "../../../shared/contract/collections/collections.ts";
import { checkCell, operatorsOf, takesValue } from "../../../shared/domain/collections.ts";
import type { FilterOperator } from "../../../shared/domain/collections.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { foldText, keyCharacters, makeKey } from "./keys.ts";
import type { CellKey } from "./keys.ts";
import type { StoredColumn } from "./tables.ts";

/** A filter that was held against its column: what a cell of it is compared with. */
export interface CellFilter {
  columnId: string;
  operator: FilterOperator;
  value: CellKey;
}

/** Holds filters against the columns. Throws `invalid_input` with a sentence for one that makes no sense. */
export function checkFilters(columns: readonly StoredColumn[], filters: readonly RowFilter[]): CellFilter[] {
  return filters.map((filter) => checkFilter(findSearchable(columns, filter.column), filter));
}

/** Gives the column, where rows can be found by it. */
export function findSearchable(columns: readonly StoredColumn[], columnId: string): StoredColumn {
  const column = columns.find(({ id }) => id === columnId);
  if (!column) throw refuse("A column no longer exists. Reload the collection.");
  if (column.preparing)
    throw refuse(`${column.name} is being prepared for searching. Try again in a minute.`);
  if (column.index === "none") throw refuse(`${column.name} is not searchable. Change the column first.`);
  return column;
}

function checkFilter(column: StoredColumn, { operator, value }: RowFilter): CellFilter {
  const columnId = column.id;
  if (!operatorsOf[column.type].includes(operator))
    throw refuse(
      `${column.name} can't be compared by ${operator}: use ${operatorsOf[column.type].join(", ")}.`,
    );
  if (!takesValue(operator)) return { columnId, operator, value: { key: "", text: null } };
  if (operator === "contains") {
    const text = foldText(String(value ?? ""), column.index);
    if (text === "") throw refuse(`Give the text that ${column.name} contains.`);
    return { columnId, operator, value: { key: text, text } };
  }
  const read = checkCell(column, value ?? null);
  if ("problem" in read) throw refuse(`${column.name}: ${read.problem}`);
  if (read.cell === null) throw refuse(`Give the value that ${column.name} is compared with.`);
  return { columnId, operator, value: makeKey(read.cell, column.index) };
}

function refuse(message: string): AppError {
  return new AppError("invalid_input", { message });
}

/** Whether the cell holds that the table `cells` names. All values are parameters. */
export function cellHolds(cells: string, { operator, value }: CellFilter): RawBuilder<SqlBool> {
  const key = sql.ref(`${cells}.key`);
  const text = sql.ref(`${cells}.text`);
  switch (operator) {
    case "is_empty":
      return sql`${key} = ''`;
    case "is_not_empty":
      return sql`${key} > ''`;
    case "equals":
      return value.text === null
        ? sql`${key} = ${value.key}`
        : sql`(${key} = ${value.key} and ${text} = ${value.text})`;
    case "not_equals":
      return value.text === null
        ? sql`${key} <> ${value.key}`
        : sql`(${key} <> ${value.key} or ${text} is null or ${text} <> ${value.text})`;
    case "contains": {
      const pattern = `%${value.key.replace(/[\\%_]/g, "\\$&")}%`;
      // Only of a long text the key is not the whole. The text stands in no index, so it is looked up for these alone.
      const place = ["organizationId", "collectionId", "number", "columnId"].map(
        (name) => sql`${sql.ref(`whole.${name}`)} = ${sql.ref(`${cells}.${name}`)}`,
      );
      const whole = sql`exists (select 1 from ${sql.table("collectionCells")} as ${sql.ref("whole")}
        where ${sql.join(place, sql` and `)} and ${sql.ref("whole.text")} like ${pattern} escape '\\')`;
      const isLong = sql`length(${key}) = ${sql.lit(keyCharacters)}`;
      return sql`(${key} like ${pattern} escape '\\' or (${isLong} and ${whole}))`;
    }
    case "greater":
      return sql`${key} > ${value.key}`;
    case "at_least":
      return sql`${key} >= ${value.key}`;
    case "less":
      return sql`(${key} > '' and ${key} < ${value.key})`;
    case "at_most":
      return sql`(${key} > '' and ${key} <= ${value.key})`;
    default:
      return operator satisfies never;
  }
}
