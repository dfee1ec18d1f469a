import { zipSync } from "fflate";
import mammoth from "mammoth";
import { readProperties } from "../office/readProperties.ts";
import { refuseEntities } from "../office/refuseEntities.ts";
import { ParseError } from "../ParseError.ts";
import type { ParsedParts } from "../parseDocument.ts";
import type { ParseLimits } from "../ParsedDocument.ts";
import { htmlToMarkdown } from "../text/htmlToMarkdown.ts";
import { splitMarkdown } from "../text/splitMarkdown.ts";
import { unpackEntries } from "../zip/readZip.ts";
import type { ZipArchive } from "../zip/readZip.ts";

/**
 * Reads a Word document. It is unpacked by us, counting, and packed again without what nobody reads
 * (pictures, fonts, macros), so that the library never sees an archive that we have not measured.
 */
export async function parseDocx(archive: ZipArchive, limits: ParseLimits): Promise<ParsedParts> {
  const parts = unpackEntries(archive, { wants: (name) => /\.(?:xml|rels)$/i.test(name), limits });
  for (const [name, data] of parts) refuseEntities(name, data);
  const html = await convertToHtml(parts);
  const properties = readProperties(parts.get("docProps/core.xml"));
  const sections = splitMarkdown(htmlToMarkdown(html.replace(/<a id="[^"]*"><\/a>/g, "")));
  const title = properties.title || sections[0]?.headings[0];
  return { ...(title && { title }), language: properties.language, sections };
}

async function convertToHtml(parts: ReadonlyMap<string, Uint8Array>): Promise<string> {
  const packed = zipSync(Object.fromEntries(parts), { level: 0 });
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength) },
      {
        styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"],
        convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: "" })),
      },
    );
    return value;
  } catch (error) {
    throw new ParseError("broken", undefined, { cause: error });
  }
}
