import { relationIdOf } from "./openPackage.ts";
import type { Relation } from "./openPackage.ts";
import { childOf, findElement } from "./readTree.ts";
import type { XmlElement } from "./readTree.ts";
import { unescapeText } from "./unescapeText.ts";
import { writeFormula } from "./writeFormula.ts";

export interface ParagraphsBeside {
  /** Where the links of the text lead. */
  relations: readonly Relation[];
  /** Its place on the slide makes points of its paragraphs, where they don't say otherwise. */
  isList: boolean;
}

/** Gives the paragraphs of a shape or cell, points with their mark; empty ones are left out. */
export function listParagraphs(shape: XmlElement, { relations, isList }: ParagraphsBeside): string[] {
  const body =
    shape.name === "tc"
      ? childOf(shape, "txBody")
      : (findElement(shape, "txBody") ?? findElement(shape, "t"));
  const paragraphs = (body?.children ?? [])
    .filter(({ name }) => name === "p")
    .map((paragraph) => ({
      properties: childOf(paragraph, "pPr"),
      text: readRuns(paragraph, relations).trim(),
    }))
    .filter(({ text }) => text !== "");
  const numbers = new Map<number, number>();
  return paragraphs.map(({ properties, text }) => {
    const level = Math.min(Number(properties?.attributes.lvl ?? 0) || 0, 8);
    for (const deeper of numbers.keys()) if (deeper > level) numbers.delete(deeper);
    const indent = "  ".repeat(level);
    const numbering = childOf(properties, "buAutoNum");
    if (numbering) {
      const number = numbers.has(level)
        ? (numbers.get(level) ?? 0) + 1
        : Number(numbering.attributes.startAt ?? 1) || 1;
      numbers.set(level, number);
      return `${indent}${number}. ${text}`;
    }
    numbers.delete(level);
    const isPoint = isList && paragraphs.length > 1 && !childOf(properties, "buNone");
    return isPoint || childOf(properties, "buChar") ? `${indent}- ${text}` : text;
  });
}

function readRuns(paragraph: XmlElement, relations: readonly Relation[]): string {
  return paragraph.children.map((child) => readRun(child, relations)).join("");
}

function readRun(run: XmlElement, relations: readonly Relation[]): string {
  if (run.name === "br") return "\n";
  if (run.name === "r" || run.name === "fld") {
    const text = unescapeText(childOf(run, "t")?.text ?? "");
    const link = childOf(childOf(run, "rPr"), "hlinkClick");
    const relation = link && relations.find(({ id }) => id === relationIdOf(link.attributes));
    if (!relation?.isExternal || !/^(?:https?:|mailto:|tel:)/i.test(relation.target)) return text;
    if (!text.trim() || text.trim() === relation.target) return text;
    return `[${text.trim()}](${relation.target.replace(/[()\s]/g, encodeURIComponent)})`;
  }
  // A formula stands in two forms: for programs that know it, and as a picture.
  if (run.name === "AlternateContent") return readRuns(childOf(run, "Choice") ?? run, relations);
  if (run.name === "oMath") return `$${writeFormula(run)}$`;
  return run.name === "m" || run.name === "oMathPara" ? readRuns(run, relations) : "";
}
