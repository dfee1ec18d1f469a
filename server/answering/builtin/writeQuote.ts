import { escapeMarkdown } from "../../../shared/format/escapeMarkdown.ts";
import { shorten } from "../plainText.ts";
import type { Unit } from "../sentences.ts";
import type { Quote } from "./chooseQuotes.ts";

const longestUnit = 600;
const longestCell = 200;
const ellipsis = "…";

/**
 * Gives what is quoted as Markdown in a block quote: paragraphs, lists, small tables and code as they are on the page.
 */
export function writeQuote({ units, cutAfter }: Pick<Quote, "units" | "cutAfter">): string {
  const blocks: string[] = [];
  let before: Unit | undefined;
  for (const unit of units) {
    const isSame = before?.kind === unit.kind && before.block === unit.block;
    const lines = isSame ? writeNext(unit) : writeFirst(unit);
    if (cutAfter.has(unit)) lines.push(writeCut(unit));
    if (isSame && unit.kind === "sentence") blocks.push(`${blocks.pop() ?? ""} ${lines.join("\n")}`);
    else if (isSame || (unit.block === before?.block && unit.kind !== "row" && before.kind !== "row"))
      blocks.push(`${blocks.pop() ?? ""}\n${lines.join("\n")}`);
    else blocks.push(lines.join("\n"));
    before = unit;
  }
  return blocks
    .join("\n\n")
    .split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}

function writeFirst(unit: Unit): string[] {
  if (unit.kind !== "row") return writeNext(unit);
  const header = unit.header ?? [];
  return [writeCells(header), `|${" --- |".repeat(header.length)}`, ...writeNext(unit)];
}

function writeNext(unit: Unit): string[] {
  const { kind, text, depth = 0, number, cells = [] } = unit;
  if (kind === "code") return writeCode(text);
  if (kind === "row") return [writeCells(cells)];
  const written = escapeMarkdown(shorten(text, longestUnit));
  if (kind === "sentence") return [written];
  return [`${indent(depth)}${number ? `${number}.` : "-"} ${written}`];
}

/** A nested item stands under one that may have a number. */
function indent(depth: number): string {
  return "   ".repeat(depth);
}

/** A list or a table that continues on its page says so. */
function writeCut({ kind, cells = [] }: Unit): string {
  return kind === "row" ? writeCells(cells.map(() => ellipsis)) : `- ${ellipsis}`;
}

function writeCells(cells: readonly string[]): string {
  return `| ${cells.map((cell) => escapeMarkdown(shorten(cell, longestCell))).join(" | ")} |`;
}

/** A fence that nothing inside can end. */
function writeCode(text: string): string[] {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return [fence, ...shorten(text, longestUnit).split("\n"), fence];
}
