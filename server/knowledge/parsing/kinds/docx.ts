import { zipSync } from "fflate";
import mammoth from "mammoth";
import { toPackage } from "../office/openPackage.ts";
import { readProperties } from "../office/readProperties.ts";
import { refuseEntities } from "../office/refuseEntities.ts";
import { decodeXml } from "../office/walkXml.ts";
import { ParseError } from "../ParseError.ts";
import type { ParsedParts } from "../ParsedDocument.ts";
import type { ParseLimits } from "../ParsedDocument.ts";
import { htmlToMarkdown } from "../text/htmlToMarkdown.ts";
import { writeLowered, writeRaised } from "../text/raised.ts";
import { splitMarkdown } from "../text/splitMarkdown.ts";
import { dropHidden } from "../word/dropHidden.ts";
import { fillRows } from "../word/fillRows.ts";
import { freeBoxes } from "../word/freeBoxes.ts";
import { listHeadingStyles } from "../word/listHeadingStyles.ts";
import { createListNumbers } from "../word/listNumbers.ts";
import { mendReferences } from "../word/mendReferences.ts";
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
  const unpacked = unpackEntries(archive, { wants: (name) => /\.(?:xml|rels)$/i.test(name), limits });
  // Some programs write the names as those of files on Windows.
  const parts = new Map([...unpacked].map(([name, data]) => [name.replaceAll("\\", "/"), data]));
  for (const [name, data] of parts) refuseEntities(name, data);
  prepareParts(parts);
  const html = await convertToHtml(parts);
  const properties = readProperties(parts.get("docProps/core.xml"));
  const body = writeRaisedText(html.replace(ownAnchors, ""));
  const sections = splitMarkdown(htmlToMarkdown(body, { keepsAlternatives: true }));
  const title = properties.title || sections[0]?.headings[0];
  return { ...(title && { title }), language: properties.language, sections };
}

/** The library's elements for raised and lowered text hold text alone; marks of notes hold a link and stay. */
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

/** Rewrites the parts that have text where the library would lose some of it. */
function prepareParts(parts: Map<string, Uint8Array>): void {
  const numberOf = createListNumbers({
    numbering: parts.get("word/numbering.xml"),
    styles: parts.get("word/styles.xml"),
  });
  const office = toPackage(parts);
  for (const [name, data] of parts) {
    const isMain = isMainPart.test(name);
    if (!isMain && !/^\/?word\/(?:foot|end)notes\.xml$/i.test(name)) continue;
    const xml = decodeXml(data);
    const known = fillRows(renameElements(dropHidden(xml)));
    const freed = freeBoxes(isMain ? writeDrawings(known, { name, office }) : known);
    parts.set(name, encoder.encode(rewriteParagraphs(freed, isMain ? numberOf : undefined)));
  }
  const main = [...parts.keys()].find((name) => isMainPart.test(name));
  if (main) mendReferences(parts, main);
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
