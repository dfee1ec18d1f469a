import { ParseError } from "../ParseError.ts";
import type { ParsedParts } from "../parseDocument.ts";
import type { Section } from "../ParsedDocument.ts";

/** Reads JSON, or a JSON value a line, as lines "path: value"; what stands at the top becomes the headings. */
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
    return JSON.parse(text);
  } catch (error) {
    const values = readLines(text);
    if (values) return values;
    const detail = error instanceof Error ? error.message : "";
    throw new ParseError("broken", `This is not valid JSON: ${detail.slice(0, 200)}`);
  }
}

function readLines(text: string): unknown[] | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length < 2) return undefined;
  try {
    return lines.map((line): unknown => JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** Large parts (objects and lists) get a section each, the plain values beside them one together. */
function listSections(value: object): Section[] {
  const isList = Array.isArray(value);
  const plain: string[] = [];
  const sections: Section[] = [];
  Object.entries(value).forEach(([key, part]: [string, unknown], index) => {
    const position = isList ? { row: index + 1 } : {};
    if (typeof part !== "object" || part === null) {
      plain.push(isList ? writeValue(part) : `${key}: ${writeValue(part)}`);
      return;
    }
    const lines: string[] = [];
    pushLines(lines, { path: "", value: part, depth: 0 });
    sections.push({ headings: isList ? [] : [key], text: lines.join("\n"), position });
  });
  if (plain.length > 0) sections.unshift({ headings: [], text: plain.join("\n"), position: {} });
  return sections;
}

function pushLines(
  lines: string[],
  { path, value, depth }: { path: string; value: unknown; depth: number },
): void {
  if (typeof value !== "object" || value === null) {
    lines.push(path ? `${path}: ${writeValue(value)}` : writeValue(value));
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

function writeValue(value: unknown): string {
  return typeof value === "string" ? value : String(value);
}
