import { parsePptx } from "../kinds/pptx.ts";
import { parseXlsx } from "../kinds/xlsx.ts";
import { readWholePage } from "../kinds/html.ts";
import type { LeftOut, ParseLimits } from "../ParsedDocument.ts";
import { decodeText } from "../text/decodeText.ts";
import { htmlToMarkdown } from "../text/htmlToMarkdown.ts";
import { looksLikeHtml } from "../text/looksLike.ts";
import { readArchivedPage } from "../text/readMail.ts";
import { rtfToText } from "../text/rtfToText.ts";
import { readZip } from "../zip/readZip.ts";
import type { ZipArchive } from "../zip/readZip.ts";

export interface EmbeddedBeside {
  limits: ParseLimits;
  leftOut: LeftOut[];
  /** Reads a Word document in it. */
  readWord: (archive: ZipArchive, limits: ParseLimits) => Promise<string>;
}

/** Gives as Markdown what a document within a Word document says, whatever it is; "" for what can't be read. */
export async function readEmbedded(bytes: Uint8Array, beside: EmbeddedBeside): Promise<string> {
  const start = Buffer.from(bytes.subarray(0, 2000)).toString("latin1");
  if (start.startsWith("PK")) return readPacked(bytes, beside);
  if (start.startsWith("{\\rtf")) return rtfToText(Buffer.from(bytes).toString("latin1"));
  if (/^(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)*(?:mime-version|content-type)\s*:/i.test(start)) {
    const page = readArchivedPage(bytes);
    return page ? readPage(decodeText(page.html, page.contentType), beside) : "";
  }
  const text = decodeText(bytes);
  return looksLikeHtml(text, true) ? readPage(text, beside) : text;
}

function readPage(html: string, { leftOut }: EmbeddedBeside): string {
  const page = readWholePage(html);
  leftOut.push(...page.leftOut);
  return htmlToMarkdown(page.whole);
}

async function readPacked(bytes: Uint8Array, { limits, readWord }: EmbeddedBeside): Promise<string> {
  const archive = readZip(bytes);
  const has = (pattern: RegExp) => archive.entries.some(({ name }) => pattern.test(name));
  if (has(/^\/?word\/document\d*\.xml$/i)) return readWord(archive, limits);
  if (!has(/^\/?(?:xl|ppt)\//i)) return "";
  const { sections } = has(/^\/?xl\//i) ? parseXlsx(archive, limits) : parsePptx(archive, limits);
  return sections.map(({ text }) => text).join("\n\n");
}
