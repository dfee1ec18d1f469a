import { joinRuns } from "../text/joinRuns.ts";
import type { Run } from "../text/joinRuns.ts";
import { writeCounter } from "../text/markItems.ts";
import { relationIdOf } from "./openPackage.ts";
import type { Relation } from "./openPackage.ts";
import { childOf, findElement } from "./readTree.ts";
import type { XmlElement } from "./readTree.ts";
import { isWhiteRun } from "./slidePaper.ts";
import { unescapeText } from "./unescapeText.ts";
import { writeFormula } from "./writeFormula.ts";

export interface ParagraphsBeside {
  /** Where the links of the text lead. */
  relations: readonly Relation[];
  /** Its paper is white, so that white letters are not seen. */
  isOnWhite?: boolean;
  /** Its place on the slide makes points of its paragraphs, where they don't say otherwise. */
  isList: boolean;
}

/** Gives the paragraphs of a shape or cell, points with their mark; empty ones are left out. */
export function listParagraphs(
  shape: XmlElement,
  { relations, isList, isOnWhite = false }: ParagraphsBeside,
): string[] {
  const body =
    shape.name === "tc"
      ? childOf(shape, "txBody")
      : (findElement(shape, "txBody") ?? findElement(shape, "t"));
  const paragraphs = (body?.children ?? [])
    .filter(({ name }) => name === "p")
    .map((paragraph) => ({
      properties: childOf(paragraph, "pPr"),
      text: joinRuns(listRuns(paragraph, { relations, isOnWhite })).trim(),
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
      return `${indent}${writeNumbered(number, numbering.attributes.type ?? "")} ${text}`;
    }
    numbers.delete(level);
    const isPoint = isList && paragraphs.length > 1 && !childOf(properties, "buNone");
    return isPoint || childOf(properties, "buChar") ? `${indent}- ${text}` : text;
  });
}

/** Gives a number as the slide draws it, by the name of its form: `alphaLcParenR` is `b)`. */
function writeNumbered(number: number, form: string): string {
  const type = /^alphaLc/.test(form)
    ? "a"
    : /^alphaUc/.test(form)
      ? "A"
      : /^romanLc/.test(form)
        ? "i"
        : /^romanUc/.test(form)
          ? "I"
          : null;
  const counter = writeCounter(number, type);
  if (form.endsWith("ParenBoth")) return `(${counter})`;
  return `${counter}${form.endsWith("ParenR") ? ")" : "."}`;
}

type Beside = Required<Pick<ParagraphsBeside, "relations" | "isOnWhite">>;

function listRuns(paragraph: XmlElement, beside: Beside): Run[] {
  return paragraph.children.flatMap((child): Run[] => {
    if (child.name === "br") return [{ text: "\n" }];
    if (child.name === "r" || child.name === "fld") return readRun(child, beside);
    // A formula is in two forms: for programs that know it, and as a picture.
    if (child.name === "AlternateContent") return listRuns(childOf(child, "Choice") ?? child, beside);
    if (child.name === "oMath") return [{ text: `$${writeFormula(child)}$` }];
    return child.name === "m" || child.name === "oMathPara" ? listRuns(child, beside) : [];
  });
}

function readRun(run: XmlElement, { relations, isOnWhite }: Beside): Run[] {
  const form = childOf(run, "rPr");
  if (form && (isUnseen(form) || (isOnWhite && isWhiteRun(form)))) return [];
  const text = unescapeText(childOf(run, "t")?.text ?? "");
  const link = childOf(form, "hlinkClick");
  const relation = link && relations.find(({ id }) => id === relationIdOf(link.attributes));
  const isLink = relation?.isExternal && /^(?:https?:|mailto:|tel:)/i.test(relation.target);
  if (isLink && text.trim() && text.trim() !== relation.target)
    return [{ text: `[${text.trim()}](${relation.target.replace(/[()\s]/g, encodeURIComponent)})` }];
  // In thousandths of a percent of the size of the letters.
  const height = Number(form?.attributes.baseline ?? 0);
  return [{ text, place: height > 0 ? "raised" : height < 0 ? "lowered" : undefined }];
}

/** Struck out, smaller than anybody reads, or of a color that lets all through. */
function isUnseen(form: XmlElement): boolean {
  if (/^(?:sngStrike|dblStrike)$/.test(form.attributes.strike ?? "")) return true;
  if (Number(form.attributes.sz ?? smallestSize) < smallestSize) return true;
  const alpha = findElement(childOf(form, "solidFill") ?? noElement, "alpha")?.attributes.val;
  return childOf(form, "noFill") !== undefined || (alpha !== undefined && Number(alpha) === 0);
}

/** In hundredths of a point. */
const smallestSize = 200;
const noElement: XmlElement = { name: "", attributes: {}, children: [], text: "" };
