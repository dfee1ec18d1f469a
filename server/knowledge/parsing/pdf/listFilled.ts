import type { PdfLine } from "./joinLines.ts";

/**
 * Gives what was written into a page after it was made, a line each: fields of a form with their names, and text that
 * was typed onto it. The text of the page itself has none of it.
 */
export function listFilled(annotations: readonly object[]): PdfLine[] {
  const lines = annotations.map(readAnnotation).filter((line) => line !== "");
  // Lines of no size far below each other: none of them is a heading or goes on in the next.
  return lines.map((text, index) => ({ text, size: 0, y: -1000 * (index + 1), width: 0, hasCells: false }));
}

function readAnnotation(annotation: object): string {
  const read = (name: string): unknown => Reflect.get(annotation, name);
  if (read("hidden") === true) return "";
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
