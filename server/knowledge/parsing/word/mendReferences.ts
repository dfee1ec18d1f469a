import { decodeXml } from "../office/walkXml.ts";
import { longestStart } from "./walkPlaces.ts";

const kinds = ["footnote", "endnote"] as const;

/**
 * Gives a document the relations that it names and does not have, and takes out the marks of notes that are not there:
 * the library gives up the whole document over a lost picture. Changes the parts.
 */
export function mendReferences(parts: Map<string, Uint8Array>, main: string): void {
  const xml = readPart(parts, main);
  parts.set(main, encoder.encode(kinds.reduce((text, kind) => dropLostNotes(text, { kind, parts }), xml)));
  const folder = main.replace(/[^/]*$/, "");
  for (const name of [main, ...kinds.map((kind) => `${folder}${kind}s.xml`)]) addLostRelations(parts, name);
}

function dropLostNotes(
  xml: string,
  { kind, parts }: { kind: string; parts: ReadonlyMap<string, Uint8Array> },
): string {
  if (!xml.includes(`${kind}Reference`)) return xml;
  const notes = readPart(parts, `word/${kind}s.xml`);
  const known = new Set(
    Array.from(notes.matchAll(new RegExp(`<[\\w.-]*:?${kind}\\s([^>]*)>`, "g")), ([, more = ""]) =>
      readId(more),
    ),
  );
  return xml.replace(new RegExp(`<[\\w.-]*:?${kind}Reference\\s([^>]*)/>`, "g"), (mark, more: string) =>
    known.has(readId(more)) ? mark : "",
  );
}

function readPart(parts: ReadonlyMap<string, Uint8Array>, name: string): string {
  const data = parts.get(name);
  return data ? decodeXml(data) : "";
}

function readId(attributes: string): string | undefined {
  return /(?:^|[\s:])id\s*=\s*["']([^"']*)/.exec(attributes)?.[1];
}

function addLostRelations(parts: Map<string, Uint8Array>, name: string): void {
  const xml = readPart(parts, name);
  const prefix = /xmlns:([\w.-]+)=["'][^"']*\/relationships["']/.exec(xml.slice(0, longestStart))?.[1];
  if (!prefix) return;
  const place = name.replace(/[^/]*$/, "_rels/$&.rels");
  const relations = readPart(parts, place);
  const known = new Set(Array.from(relations.matchAll(/\sId\s*=\s*["']([^"']*)/g), ([, id]) => id));
  const named = xml.matchAll(
    new RegExp(`\\s${prefix.replace(/[.-]/g, "\\$&")}:(?:id|embed|link)=["']([^"'<&]+)`, "g"),
  );
  const lost = new Set(Array.from(named, ([, id]) => id).filter((id) => !known.has(id)));
  if (lost.size === 0) return;
  const added = [...lost].map((id) => `<Relationship Id="${id}" Type="lost" Target="lost"/>`).join("");
  const end = relations.lastIndexOf("</");
  const before = end < 0 ? `<Relationships xmlns="${space}">` : relations.slice(0, end);
  parts.set(place, encoder.encode(`${before}${added}${end < 0 ? "</Relationships>" : relations.slice(end)}`));
}

const space = "http://schemas.openxmlformats.org/package/2006/relationships";
const encoder = new TextEncoder();
