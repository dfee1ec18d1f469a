import { findBinaryRefusal, isOldWorkbook } from "./binaryKinds.ts";
import { ParseError } from "./ParseError.ts";
import type { ParseInput } from "./ParsedDocument.ts";
import { decodeText } from "./text/decodeText.ts";
import { looksLikeCsv, looksLikeHtml, looksLikeJson, looksLikeMarkdown } from "./text/looksLike.ts";
import { readZip } from "./zip/readZip.ts";
import type { ZipArchive } from "./zip/readZip.ts";

/** What a document is, with as much of it read as was needed to tell. */
export type DetectedContent =
  | { kind: "pdf" }
  | { kind: "docx" | "xlsx" | "pptx"; archive: ZipArchive }
  | { kind: "xls" }
  | { kind: "csv" | "html" | "json" | "markdown" | "text"; text: string };

/** Tells the kind of a document by its content; throws a ParseError for what can't be read, with what to do. */
export function detectKind(input: ParseInput): DetectedContent {
  const { bytes, kind } = input;
  if (kind) return { kind, text: decodeText(bytes, input.contentType) };
  const start = String.fromCharCode(...bytes.subarray(0, 1024));
  const hint = readHint(input);
  // Other things may stand before it, but text may speak of it.
  if (/(?:^|[\r\n])%PDF-\d/.test(start) || (hint === "pdf" && start.includes("%PDF-")))
    return { kind: "pdf" };
  if (/^PK(?:\x03\x04|\x05\x06|\x07\x08)/.test(start)) return detectPacked(bytes);
  if (isOldWorkbook(start, bytes)) return { kind: "xls" };
  const refusal = findBinaryRefusal(start, bytes);
  if (refusal) throw refusal;

  if (isPacked(hint)) throw new ParseError("broken", `This is not ${hintNames[hint]} file. ${again}`);
  const text = decodeText(bytes, input.contentType);
  if (text.trim() === "") throw new ParseError("empty");
  return { kind: detectText(text, hint), text };
}

const again = "Open the original in the program it was made with, save it again and upload that.";
const hintNames = { pdf: "a PDF", docx: "a Word", xlsx: "an Excel", pptx: "a PowerPoint" };

function isPacked(hint: Hint | undefined): hint is keyof typeof hintNames {
  return hint !== undefined && hint in hintNames;
}

function detectPacked(bytes: Uint8Array): DetectedContent {
  const archive = readZip(bytes);
  const has = (pattern: RegExp) =>
    archive.entries.some(({ name }) => pattern.test(name.replaceAll("\\", "/")));
  if (has(/^\/?word\/document\d*\.xml$/i)) return { kind: "docx", archive };
  if (has(/^\/?xl\/workbook\.bin$/i)) {
    throw new ParseError(
      "unsupported",
      "Binary workbooks (.xlsb) can't be read. Open it in Excel, save it as .xlsx and upload that.",
    );
  }
  if (has(/^\/?xl\//i)) return { kind: "xlsx", archive };
  if (has(/^\/?ppt\//i)) return { kind: "pptx", archive };
  if (has(/^content\.xml$/)) {
    throw new ParseError("unsupported", "OpenDocument files can't be read. Save it as Word (.docx) or PDF.");
  }
  if (has(/^META-INF\/container\.xml$/)) {
    throw new ParseError("unsupported", "E-books can't be read. Convert it to PDF and upload that.");
  }
  if (has(/^\[Content_Types\]\.xml$/)) throw new ParseError("broken");
  throw new ParseError(
    "unsupported",
    "Archives can't be read. Unpack it and upload the files that are in it.",
  );
}

function detectText(text: string, hint: Hint | undefined): "csv" | "html" | "json" | "markdown" | "text" {
  if (looksLikeHtml(text, hint === "html")) return "html";
  if (hint === "json" || (hint !== "markdown" && looksLikeJson(text))) return "json";
  if (hint === "csv" || (!hint && looksLikeCsv(text))) return "csv";
  if (hint === "markdown" || (!hint && looksLikeMarkdown(text))) return "markdown";
  return "text";
}

type Hint = keyof typeof endings;

const endings = {
  pdf: /\.pdf$/i,
  docx: /\.docx$/i,
  xlsx: /\.xls[xm]$/i,
  pptx: /\.pp[ts][xm]$/i,
  csv: /\.(?:csv|tsv)$/i,
  json: /\.(?:json|jsonl|ndjson|geojson)$/i,
  html: /\.(?:html?|xhtml)$/i,
  markdown: /\.(?:md|markdown|mdx)$/i,
  text: /\.(?:txt|text|log)$/i,
};

const types: Record<Hint, RegExp> = {
  pdf: /^application\/pdf/i,
  docx: /^application\/vnd\.openxmlformats-officedocument\.wordprocessingml/i,
  xlsx: /^application\/vnd\.openxmlformats-officedocument\.spreadsheetml/i,
  pptx: /^application\/vnd\.openxmlformats-officedocument\.presentationml/i,
  csv: /^text\/(?:csv|tab-separated-values)/i,
  json: /^application\/(?:[\w.-]+\+)?json/i,
  html: /^(?:text\/html|application\/xhtml\+xml)/i,
  markdown: /^text\/(?:x-)?markdown/i,
  text: /^text\/plain/i,
};

/** What the sender says it is: the content type of a fetched page, else the ending of a file's name. */
function readHint({ name, contentType, url }: ParseInput): Hint | undefined {
  const all = Object.keys(endings) as Hint[]; // the keys of an object literal are its own
  const path = name.replace(/[?#].*$/, "");
  const byName = all.find((hint) => endings[hint].test(path));
  const byType = contentType ? all.find((hint) => types[hint].test(contentType)) : undefined;
  if (byType === "text") return byName ?? byType;
  return url ? (byType ?? byName) : (byName ?? byType);
}
