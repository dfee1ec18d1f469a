import { zipSync } from "fflate";
import mammoth from "mammoth";
import { normalName, toPackage } from "../office/openPackage.ts";
import { readProperties } from "../office/readProperties.ts";
import { refuseEntities } from "../office/refuseEntities.ts";
import { decodeXml } from "../office/walkXml.ts";
import { ParseError } from "../ParseError.ts";
import type { LeftOut, ParsedParts } from "../ParsedDocument.ts";
import type { ParseLimits } from "../ParsedDocument.ts";
import { htmlToMarkdown } from "../text/htmlToMarkdown.ts";
import { writeLowered, writeRaised } from "../text/raised.ts";
import { splitMarkdown } from "../text/splitMarkdown.ts";
import { dropHidden } from "../word/dropHidden.ts";
import { fillRows } from "../word/fillRows.ts";
import { freeBoxes } from "../word/freeBoxes.ts";
import { listHeadingStyles } from "../word/listHeadingStyles.ts";
import { createListNumbers } from "../word/listNumbers.ts";
import { fillEmbedded, markEmbedded } from "../word/markEmbedded.ts";
import type { Embedded } from "../word/markEmbedded.ts";
import { mendReferences } from "../word/mendReferences.ts";
import { readEmbedded } from "../word/readEmbedded.ts";
import { readSeenStyles } from "../word/readUnseen.ts";
import { renameElements } from "../word/renameElements.ts";
import { rewriteParagraphs } from "../word/rewriteParagraphs.ts";
import { writeDrawings } from "../word/writeDrawings.ts";
import { unpackEntries } from "../zip/readZip.ts";
import type { ZipArchive } from "../zip/readZip.ts";

/**
 * Reads a Word document. It is unpacked by us, counting, and packed again without what nobody reads
 * (pictures, fonts, macros), so that the library never sees an archive that we have not measured.
 */
export async function parseDocx(archive: ZipArchive, limits: ParseLimits): Promise<ParsedParts> {
  const leftOut: LeftOut[] = [];
  const { markdown, parts } = await readWord(archive, { limits, leftOut, depth: 0 });
  const properties = readProperties(parts.get("docProps/core.xml"));
  const sections = splitMarkdown(markdown);
  const title = properties.title || sections[0]?.headings[0];
  return { ...(title && { title }), language: properties.language, sections, leftOut };
}

interface Reading {
  limits: ParseLimits;
  leftOut: LeftOut[];
  /** How many documents this one is in. */
  depth: number;
}

/** A document in a document in a document is made to keep somebody busy. */
const deepest = 2;

async function readWord(
  archive: ZipArchive,
  { limits, leftOut, depth }: Reading,
): Promise<{ markdown: string; parts: ReadonlyMap<string, Uint8Array> }> {
  const unpacked = unpackEntries(archive, { wants: (name) => isRead.test(name), limits });
  // Some programs write the names as those of files on Windows.
  const all = [...unpacked].map(([name, data]) => [name.replaceAll("\\", "/"), data] as const);
  const parts = new Map(all.filter(([name]) => isXml.test(name)));
  const others = new Map(
    all.filter(([name]) => !isXml.test(name)).map(([name, data]) => [normalName(name), data]),
  );
  for (const [name, data] of parts) refuseEntities(name, data);
  const embedded = prepareParts(parts, leftOut);
  const html = await convertToHtml(parts);
  const markdown = htmlToMarkdown(writeRaisedText(html.replace(ownAnchors, "")), { keepsAlternatives: true });
  let free = limits.maxUnpackedBytes - all.reduce((sum, [, data]) => sum + data.byteLength, 0);
  const texts: string[] = [];
  for (const { part, isIcon } of embedded) {
    const data = others.get(normalName(part));
    const text =
      data && !isIcon && depth < deepest && free > 0
        ? await readEmbedded(data, {
            limits: { ...limits, maxUnpackedBytes: free },
            leftOut,
            readWord: async (inner, own) =>
              (await readWord(inner, { limits: own, leftOut, depth: depth + 1 })).markdown,
          }).catch(() => "")
        : "";
    if (!text) leftOut.push({ why: isIcon ? "behind an icon" : "embedded, and can't be read", text: part });
    // What was unpacked of it is not known; it was no more than its words tell.
    free -= (data?.byteLength ?? 0) + text.length;
    texts.push(text);
  }
  return { markdown: fillEmbedded(markdown, texts), parts };
}

const isXml = /\.(?:xml|rels)$/i;
/** Parts with text, and documents that stand within this one. */
const isRead = /\.(?:xml|rels|x?html?|mht(?:ml)?|rtf|txt|do[ct][xm]|xls[xm]|pptx)$/i;

/** The library's elements for raised and lowered text hold only text; marks of notes hold a link and stay. */
function writeRaisedText(html: string): string {
  const pieces: string[] = [];
  let end = 0;
  for (const { 0: whole, 1: name, 2: text = "", index: at } of html.matchAll(
    /<(sup|sub)>([^<]{1,40})<\/\1>/g,
  )) {
    const before = html
      .slice(Math.max(0, at - 100), at)
      .replace(/^[\s\S]*<\/?(?:p|li|td|h\d|br)\b[^>]*>/, "")
      .replace(/<[^>]*>/g, "");
    const isOverLowered = /^\s*[/⁄∕]\s*<sub>/.test(html.slice(at + whole.length, at + whole.length + 20));
    const written =
      name === "sub" ? writeLowered(text, { before }) : writeRaised(text, { before, isOverLowered });
    pieces.push(html.slice(end, at), written);
    end = at + whole.length;
  }
  return [...pieces, html.slice(end)].join("");
}

/** Places to jump to, and the arrows at the end of notes that jump back. */
const ownAnchors = /<a id="[^"]*"><\/a>| ?<a href="#[^"]*note-ref-[^"]*">↑<\/a>/g;

/**
 * Rewrites the parts that have text where the library would lose some of it, and gives what other documents are in it.
 */
function prepareParts(parts: Map<string, Uint8Array>, leftOut: LeftOut[]): Embedded[] {
  const numberOf = createListNumbers({
    numbering: parts.get("word/numbering.xml"),
    styles: parts.get("word/styles.xml"),
  });
  const styles = readSeenStyles(parts.get("word/styles.xml"));
  const office = toPackage(parts);
  let embedded: Embedded[] = [];
  for (const [name, data] of parts) {
    const isMain = isMainPart.test(name);
    if (!isMain && !/^\/?word\/(?:foot|end)notes\.xml$/i.test(name)) continue;
    const xml = decodeXml(data);
    const seen = dropHidden(xml, { styles, leftOut });
    const marked = isMain ? markEmbedded(seen, office.relations(name)) : { xml: seen, embedded: [] };
    if (isMain) embedded = marked.embedded;
    const known = fillRows(renameElements(marked.xml));
    const freed = freeBoxes(isMain ? writeDrawings(known, { name, office }) : known);
    parts.set(name, encoder.encode(rewriteParagraphs(freed, isMain ? numberOf : undefined)));
  }
  const main = [...parts.keys()].find((name) => isMainPart.test(name));
  if (main) mendReferences(parts, main);
  return embedded;
}

const isMainPart = /^\/?word\/document\d*\.xml$/i;
const encoder = new TextEncoder();

async function convertToHtml(parts: ReadonlyMap<string, Uint8Array>): Promise<string> {
  const packed = zipSync(Object.fromEntries(parts), { level: 0 });
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength) },
      {
        styleMap: [
          "p[style-name='Title'] => h1:fresh",
          "p[style-name='Subtitle'] => p:fresh",
          // Style ids may begin with any sign; the library takes each one that is marked.
          ...listHeadingStyles(parts.get("word/styles.xml")).map(
            ({ id, level }) => `p.${id.replace(/[^a-z]/gi, "\\$&")} => h${level}:fresh`,
          ),
        ],
        convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: "" })),
      },
    );
    return value;
  } catch (error) {
    throw new ParseError("broken", undefined, { cause: error });
  }
}
