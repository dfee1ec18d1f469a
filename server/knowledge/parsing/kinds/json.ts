import { ParseError } from "../ParseError.ts";
import type { ParsedParts } from "../ParsedDocument.ts";
import type { Section } from "../ParsedDocument.ts";

/** Reads JSON, or a JSON value a line, as lines "path: value"; what is at the top becomes the headings. */
export function parseJson(text: string): ParsedParts {
  const value = readValue(text.trim());
  if (typeof value !== "object" || value === null) {
    return { sections: [{ headings: [], text: String(value), position: {} }] };
  }
  const title = "title" in value && typeof value.title === "string" ? value.title : undefined;
  return { ...(title && { title }), sections: listSections(value) };
}

function readValue(text: string): unknown {
  try {
    return parseAsWritten(text);
  } catch (error) {
    const values = readLines(text);
    if (values) return values;
    const detail = error instanceof Error ? error.message : "";
    throw new ParseError("broken", `This is not valid JSON: ${detail.slice(0, 200)}`);
  }
}

/** Gives a value whose numbers are texts, as they are written: long ones would be rounded, and 1.10 is a version. */
function parseAsWritten(text: string): unknown {
  return JSON.parse(text, (...[, value, written]: [string, unknown, { source?: string }?]) =>
    typeof value === "number" ? (written?.source ?? value) : value,
  );
}

function readLines(text: string): unknown[] | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length < 2) return undefined;
  try {
    return lines.map(parseAsWritten);
  } catch {
    return undefined;
  }
}

/** Large parts (objects and lists) get a section each, the plain values beside them one together. */
function listSections(value: object): Section[] {
  if (Array.isArray(value)) return listItems(value);
  const plain: string[] = [];
  const sections: Section[] = [];
  for (const [key, part] of Object.entries(value) as [string, unknown][]) {
    if (typeof part === "object" && part !== null) {
      sections.push({ headings: [key], text: writeLines(part), position: {} });
    } else plain.push(`${key}: ${String(part)}`);
  }
  if (plain.length > 0) sections.unshift({ headings: [], text: plain.join("\n"), position: {} });
  return sections;
}

/** Small items share a section, which tells the row of its first one. */
function listItems(items: readonly unknown[]): Section[] {
  const sections: Section[] = [];
  items.forEach((item, index) => {
    const text = writeLines(item);
    const last = sections.at(-1);
    if (last && last.text.length + text.length < enoughCharacters) last.text += `\n\n${text}`;
    else sections.push({ headings: [], text, position: { row: index + 1 } });
  });
  return sections;
}

/** About a passage, so that the row is exact for most of them. */
const enoughCharacters = 800;

function writeLines(value: unknown): string {
  const lines: string[] = [];
  pushLines(lines, { path: "", value, depth: 0 });
  return lines.join("\n");
}

function pushLines(
  lines: string[],
  { path, value, depth }: { path: string; value: unknown; depth: number },
): void {
  if (typeof value !== "object" || value === null) {
    lines.push(path ? `${path}: ${String(value)}` : String(value));
    return;
  }
  if (depth > deepest) return;
  for (const [key, part] of Object.entries(value) as [string, unknown][]) {
    const step = Array.isArray(value) ? `[${Number(key) + 1}]` : path ? `.${key}` : key;
    pushLines(lines, { path: path + step, value: part, depth: depth + 1 });
  }
}

/** Deeper than this, nobody meant it to be read, and the paths alone would fill the memory. */
const deepest = 100;
