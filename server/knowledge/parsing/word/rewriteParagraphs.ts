import { childOf, readTree } from "../office/readTree.ts";
import { writeFormula } from "../office/writeFormula.ts";
import { markNumber } from "../text/htmlToMarkdown.ts";
import { applyChanges } from "./applyChanges.ts";
import type { Change } from "./applyChanges.ts";
import type { ParagraphPlace } from "./listNumbers.ts";
import { findPrefix, readValue, walkPlaces } from "./walkPlaces.ts";

/**
 * Gives a part of a Word document in which formulas are text (LaTeX between signs of dollar) and paragraphs begin
 * with the number that `numberOf` gives for them, marked as such.
 */
export function rewriteParagraphs(
  xml: string,
  numberOf: ((place: ParagraphPlace) => string) | undefined,
): string {
  if (!numberOf && !xml.includes("oMath")) return xml;
  const prefix = findPrefix(xml);
  const changes: Change[] = [];
  const paragraphs: (ParagraphPlace & { depth: number })[] = [];
  let formula: { depth: number; from: number } | undefined;
  walkPlaces(xml, {
    open({ name, tag, from, depth, attributes }) {
      if (formula) return;
      if (name === "oMath") formula = { depth, from };
      else if (tag === `${prefix}p`) paragraphs.push({ depth });
      else takePlace(paragraphs.at(-1), { name, depth, attributes });
    },
    close({ name, to, depth }) {
      if (formula) {
        if (formula.depth !== depth) return;
        changes.push({
          from: formula.from,
          to,
          text: writeRun(prefix, readFormula(xml.slice(formula.from, to))),
        });
        formula = undefined;
        return;
      }
      const paragraph = paragraphs.at(-1);
      if (name === "pPr" && paragraph?.depth === depth - 1) {
        const number = numberOf?.(paragraph);
        if (number) changes.push({ from: to, to, text: writeRun(prefix, markNumber(number)) });
      } else if (paragraph?.depth === depth) paragraphs.pop();
    },
  });
  return applyChanges(xml, changes);
}

/** The settings of a paragraph are at their own depth: those it had before a tracked change lie deeper. */
function takePlace(
  paragraph: (ParagraphPlace & { depth: number }) | undefined,
  { name, depth, attributes }: { name: string; depth: number; attributes: Record<string, string> },
): void {
  if (!paragraph) return;
  const below = depth - paragraph.depth;
  if (name === "pStyle" && below === 2) paragraph.style = readValue(attributes);
  else if (name === "numId" && below === 3) paragraph.list = readValue(attributes);
  else if (name === "ilvl" && below === 3) paragraph.level = Number(readValue(attributes)) || 0;
}

const encoder = new TextEncoder();

function readFormula(xml: string): string {
  const formula = childOf(readTree(encoder.encode(xml)), "oMath");
  const text = formula ? writeFormula(formula) : "";
  return text && `$${text}$`;
}

/** Gives text as a run of a paragraph, with the ends of its lines. */
export function writeRun(prefix: string, text: string): string {
  if (text === "") return "";
  const lines = text
    .replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? "")
    .split("\n")
    .map((line) => `<${prefix}t xml:space="preserve">${line}</${prefix}t>`);
  return `<${prefix}r>${lines.join(`<${prefix}br/>`)}</${prefix}r>`;
}
