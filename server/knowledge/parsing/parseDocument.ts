import { detectKind } from "./detectKind.ts";
import { parseCsv } from "./kinds/csv.ts";
import { parseDocx } from "./kinds/docx.ts";
import { parseHtml } from "./kinds/html.ts";
import { parseJson } from "./kinds/json.ts";
import { parseMarkdown } from "./kinds/markdown.ts";
import { parsePdf } from "./kinds/pdf.ts";
import { parsePptx } from "./kinds/pptx.ts";
import { parseText } from "./kinds/text.ts";
import { parseXls } from "./kinds/xls.ts";
import { parseXlsx } from "./kinds/xlsx.ts";
import { ParseError } from "./ParseError.ts";
import type { LeftOut, ParsedDocument, ParsedParts, ParseInput, ParseLimits } from "./ParsedDocument.ts";

/**
 * Reads a document on the calling thread, without bounds on time and memory: only the parser's processes
 * and tests call it. Throws a ParseError that says why it can't be read.
 */
export async function parseDocument(input: ParseInput, limits: ParseLimits): Promise<ParsedDocument> {
  const content = detectKind(input);
  const parts = await parseKind(content, { input, limits });
  const sections = parts.sections
    .map((section) => ({ ...section, text: tidyText(section.text) }))
    .filter(({ text }) => text !== "");
  if (sections.length === 0) throw new ParseError("empty", parts.links ? "The page has no text." : undefined);
  return {
    ...parts,
    title: tidyText(parts.title ?? "").slice(0, longestTitle) || readNameWithoutEnding(input.name),
    language: parts.language?.trim() || null,
    kind: content.kind,
    sections,
    characters: sections.reduce((sum, { text }) => sum + text.length, 0),
    ...(parts.leftOut && { leftOut: pickLeftOut(parts.leftOut) }),
  };
}

/** It is told to people, who need the beginnings of the first few. */
function pickLeftOut(leftOut: readonly LeftOut[]): LeftOut[] {
  const said = leftOut
    .slice(0, mostLeftOut)
    .map(({ why, text }) => ({
      why,
      text: tidyText(text.slice(0, longestLeftOut)).replace(/\s+/g, " ").trim(),
    }))
    .filter(({ text }) => text !== "");
  return [...new Map(said.map((one) => [`${one.why} ${one.text}`, one])).values()];
}

const mostLeftOut = 100;
const longestLeftOut = 200;

const longestTitle = 300;

function parseKind(
  content: ReturnType<typeof detectKind>,
  { input, limits }: { input: ParseInput; limits: ParseLimits },
): ParsedParts | Promise<ParsedParts> {
  switch (content.kind) {
    case "pdf":
      return parsePdf(input.bytes);
    case "docx":
      return parseDocx(content.archive, limits);
    case "xlsx":
      return parseXlsx(content.archive, limits);
    case "xls":
      return parseXls(input.bytes);
    case "pptx":
      return parsePptx(content.archive, limits);
    case "csv":
      return parseCsv(content.text);
    case "html":
      return parseHtml(content.text, input.url);
    case "json":
      return parseJson(content.text);
    case "markdown":
      return parseMarkdown(content.text);
    case "text":
      return parseText(content.text);
  }
}

/**
 * Takes out what no store or screen shows well: control characters, halves of characters, runs of empty
 * lines. A pattern for the ends of lines would be quadratic on a megabyte of spaces, trimEnd is not.
 */
function tidyText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\v\f]/g, "\n")
    .replace(controlCharacters, "")
    .replace(unseenLetters, (_, flag: string | undefined) => flag ?? "")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+/, "")
    .trimEnd();
}

const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff\ufffe\uffff\u00ad]/g;

/**
 * Signs that no screen shows and models read, by which a page can speak to them alone (F1): tags but those of a flag, spaces
 * without width, and what turns the direction of a text. Joiners stay, which some scripts and emoji need.
 */
const unseenLetters =
  /(\u{1f3f4}[\u{e0020}-\u{e007e}]{1,6}\u{e007f})|[\u{e0000}-\u{e007f}\u{e0100}-\u{e01ef}\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069]/gu;

function readNameWithoutEnding(name: string): string {
  return name.replace(/^.*[\\/]/, "").replace(/(?<=.)\.[a-z0-9]{1,8}$/i, "") || "Untitled";
}
