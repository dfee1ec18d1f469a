import type { Box } from "./geometry.ts";
import type { PdfLine } from "./joinLines.ts";

/**
 * Gives what was written into a page after it was made, a line each: fields of a form with their names, and text that
 * was typed onto it. The text of the page itself has none of it.
 */
export function listFilled(annotations: readonly object[]): PdfLine[] {
  const lines = annotations.map(readAnnotation).filter((line) => line !== "");
  // Lines of no size far below each other: none of them is a heading or continues in the next.
  return lines.map((text, index) => ({ text, size: 0, y: -1000 * (index + 1), width: 0, hasCells: false }));
}

/** Gives the lines that reviewers drew through text, each in the middle of its letters. */
export function listStrikes(annotations: readonly object[]): Box[] {
  return annotations.flatMap((annotation) => {
    if (Reflect.get(annotation, "subtype") !== "StrikeOut" || isHidden(annotation)) return [];
    const points = Array.from((Reflect.get(annotation, "quadPoints") ?? []) as ArrayLike<number>, Number); // pdf.js: numbers, eight for each line
    const strikes: Box[] = [];
    for (let at = 0; at + 8 <= points.length && strikes.length < mostStrikes; at += 8) {
      const quad = points.slice(at, at + 8);
      const xs = quad.filter((_, index) => index % 2 === 0);
      const ys = quad.filter((_, index) => index % 2 === 1);
      const middle = (Math.min(...ys) + Math.max(...ys)) / 2;
      strikes.push([Math.min(...xs), middle, Math.max(...xs), middle]);
    }
    return strikes;
  });
}

const mostStrikes = 1000;

/** By its flags an annotation is hidden, or is not shown on a screen. */
function isHidden(annotation: object): boolean {
  const flags: unknown = Reflect.get(annotation, "annotationFlags");
  return (
    Reflect.get(annotation, "hidden") === true || (typeof flags === "number" && (flags & 0b100010) !== 0)
  );
}

function readAnnotation(annotation: object): string {
  const read = (name: string): unknown => Reflect.get(annotation, name);
  if (isHidden(annotation)) return "";
  if (read("subtype") === "FreeText") return readText(Reflect.get(Object(read("contentsObj")), "str"));
  if (
    read("subtype") !== "Widget" ||
    read("password") === true ||
    !/^(?:Tx|Ch)$/.test(String(read("fieldType")))
  ) {
    return "";
  }
  const value = read("fieldValue");
  const text = readText(Array.isArray(value) ? value.join(", ") : value);
  const name = readText(read("alternativeText")) || readText(read("fieldName")).replace(/^.*\./, "");
  return text && name ? `${name}: ${text}` : text;
}

function readText(value: unknown): string {
  return typeof value === "string" ? value.replace(/\s+/g, " ").trim() : "";
}
