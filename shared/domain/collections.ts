/** What a data collection can hold, for screens and server alike. */
export const maxCollections = 50;
export const maxColumns = 50;
export const maxCollectionRows = 100_000;
export const maxCellCharacters = 10_000;
export const maxChoiceOptions = 100;
/** How many rows one request adds, changes or deletes. */
export const maxRowsAtOnce = 500;

export const columnTypes = ["text", "number", "yes_no", "date", "choice"] as const;
export type ColumnType = (typeof columnTypes)[number];

/** What people read for a type. */
export const columnTypeNames: Record<ColumnType, string> = {
  text: "Text",
  number: "Number",
  yes_no: "Yes or no",
  date: "Date",
  choice: "Choice",
};

/** Whose word a row waits for that the agent adds or changes. */
export const writeRules = {
  nobody: "At once",
  visitor: "The visitor confirms",
  team: "Your team approves",
} as const;
export type WriteRule = keyof typeof writeRules;
/** Questions that call for a new row. */
export const maxRowExamples = 10;

/** A cell: nothing where it is empty. A date is `YYYY-MM-DD`. */
export type Cell = string | number | boolean;

/** What a rule on cells must know of their column. */
export interface CellColumn {
  name: string;
  type: ColumnType;
  options: readonly string[];
}

export const filterOperators = [
  "equals",
  "not_equals",
  "contains",
  "greater",
  "at_least",
  "less",
  "at_most",
  "is_empty",
  "is_not_empty",
] as const;
export type FilterOperator = (typeof filterOperators)[number];

const everyType = ["equals", "not_equals", "is_empty", "is_not_empty"] as const;
const ordered = ["greater", "at_least", "less", "at_most"] as const;

/** The operators that make sense for a type, in the order in which they are offered. */
export const operatorsOf: Record<ColumnType, readonly FilterOperator[]> = {
  text: ["contains", ...everyType],
  number: [...everyType, ...ordered],
  yes_no: everyType,
  date: [...everyType, ...ordered],
  choice: everyType,
};

/** Whether an operator compares with a value. */
export function takesValue(operator: FilterOperator): boolean {
  return operator !== "is_empty" && operator !== "is_not_empty";
}

/** What becomes of a typed or imported text: a cell, nothing (`null`), or a sentence that says what is wrong with it. */
export type ReadCell = { cell: Cell | null } | { problem: string };

/** Reads a cell as people write it: "1,250.5", "yes", "2026-11-29". */
export function readCell({ type, options }: CellColumn, typed: string): ReadCell {
  const text = type === "text" ? typed : typed.trim();
  if (text.trim() === "") return { cell: null };
  switch (type) {
    case "text":
      return checkText(text);
    case "number":
      return readNumber(text);
    case "yes_no":
      return readYesNo(text);
    case "date":
      return readDate(text);
    case "choice":
      return readChoice(text, options);
    default:
      return type satisfies never;
  }
}

/** Holds a cell that a program sent against its column. Texts are read as people write them. */
export function checkCell(column: CellColumn, value: Cell | null): ReadCell {
  if (value === null) return { cell: null };
  if (typeof value === "string") return readCell(column, value);
  if (column.type === "number" && typeof value === "number") return { cell: value };
  if (column.type === "yes_no" && typeof value === "boolean") return { cell: value };
  if (column.type === "text") return { cell: String(value) };
  return readCell(column, String(value));
}

/** Writes a cell as people read it and as `readCell` takes it. */
export function writeCell(cell: Cell | null | undefined): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "boolean") return cell ? "Yes" : "No";
  return String(cell);
}

function checkText(text: string): ReadCell {
  if (text.length <= maxCellCharacters) return { cell: text };
  return { problem: `Use at most ${maxCellCharacters.toLocaleString("en-US")} characters.` };
}

/** Signs of money and percent are left out: they say what a column is in, not how much. */
function readNumber(text: string): ReadCell {
  const bare = text.replace(/[\s\u00a0\u202f'’%$€£¥]/g, "").replace(/^\u2212/, "-");
  const plain = /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(bare) ? bare.replaceAll(",", "") : bare;
  const point = /^[-+]?\d+,\d+$/.test(plain) ? plain.replace(",", ".") : plain;
  const value = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,3})?$/i.test(point) ? Number(point) : Number.NaN;
  if (!Number.isFinite(value)) return { problem: "Write a number, such as 12.5." };
  // Both zeros are one.
  return { cell: value === 0 ? 0 : value };
}

const yes = ["yes", "y", "true", "1", "x", "on"];
const no = ["no", "n", "false", "0", "off"];

function readYesNo(text: string): ReadCell {
  const word = text.toLowerCase();
  if (yes.includes(word)) return { cell: true };
  if (no.includes(word)) return { cell: false };
  return { problem: "Write yes or no." };
}

/** ISO first, with or without a time; then what leaves no doubt which is the day: 29.11.2026. */
function readDate(text: string): ReadCell {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text) ?? [];
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  const written = [isoYear ?? year, isoMonth ?? month, isoDay ?? day].map(Number);
  const [y = Number.NaN, m = Number.NaN, d = Number.NaN] = written;
  const at = new Date(Date.UTC(y, m - 1, d));
  const isDay = at.getUTCFullYear() === y && at.getUTCMonth() === m - 1 && at.getUTCDate() === d && y >= 100;
  return isDay ? { cell: at.toISOString().slice(0, 10) } : { problem: "Write a date, such as 2026-11-29." };
}

function readChoice(text: string, options: readonly string[]): ReadCell {
  const word = text.toLowerCase();
  const found = options.find((option) => option.toLowerCase() === word);
  if (found !== undefined) return { cell: found };
  const shown = options.slice(0, 5).join(", ");
  return { problem: `Choose one of: ${shown}${options.length > 5 ? ", …" : ""}.` };
}
