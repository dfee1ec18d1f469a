import { relationIdOf } from "../office/openPackage.ts";
import type { Relation } from "../office/openPackage.ts";
import { applyChanges } from "./applyChanges.ts";
import type { Change } from "./applyChanges.ts";
import { writeRun } from "./rewriteParagraphs.ts";
import { findPrefix, readAttribute, walkPlaces } from "./walkPlaces.ts";

/** A document within the document, by the part that holds it. */
export interface Embedded {
  part: string;
  /** Word shows an icon of it, not what it says. */
  isIcon: boolean;
}

/** A document of more is made to keep somebody busy. */
const mostEmbedded = 50;

/**
 * Gives a part of a Word document in which a mark stands where Word takes in another document (a page, a text, a workbook),
 * and what those documents are, in the order of their marks.
 */
export function markEmbedded(
  xml: string,
  relations: readonly Relation[],
): { xml: string; embedded: Embedded[] } {
  const embedded: Embedded[] = [];
  if (!/altChunk|OLEObject/.test(xml)) return { xml, embedded };
  const prefix = findPrefix(xml);
  const changes: Change[] = [];
  let chunk: { from: number; id: string | undefined } | undefined;
  let object: { depth: number; from: number; id?: string | undefined; isIcon: boolean } | undefined;
  const add = (id: string | undefined, isIcon: boolean): string | undefined => {
    const found = relations.find((one) => one.id === id && !one.isExternal);
    if (!found || embedded.length >= mostEmbedded) return undefined;
    embedded.push({ part: found.target, isIcon });
    return writeRun(prefix, markOf(embedded.length - 1));
  };
  walkPlaces(xml, {
    open({ name, from, depth, attributes }) {
      if (name === "altChunk") chunk = { from, id: relationIdOf(attributes) };
      else if (name === "object") object ??= { depth, from, isIcon: false };
      else if (name === "OLEObject" && object) {
        object.id = relationIdOf(attributes);
        object.isIcon = /icon/i.test(readAttribute(attributes, "DrawAspect") ?? "");
      }
    },
    close({ name, to, depth }) {
      if (name === "altChunk" && chunk) {
        const run = add(chunk.id, false);
        if (run) changes.push({ from: chunk.from, to, text: `<${prefix}p>${run}</${prefix}p>` });
        chunk = undefined;
      } else if (object?.depth === depth && name === "object") {
        const run = object.id === undefined ? undefined : add(object.id, object.isIcon);
        // It is in a run, which holds texts but no other runs.
        if (run) changes.push({ from: object.from, to, text: run.replace(/^<[^>]*>|<[^>]*>$/g, "") });
        object = undefined;
      }
    },
  });
  return { xml: applyChanges(xml, changes), embedded };
}

function markOf(index: number): string {
  return `\ue010${index}\ue011`;
}

/** Puts the Markdown of each embedded document where its mark stands; a cell of a table has one line. */
export function fillEmbedded(markdown: string, texts: readonly string[]): string {
  return markdown
    .split("\n")
    .map((line) =>
      line.replace(/\ue010(\d{1,3})\ue011/g, (_, index: string) => {
        const text = texts[Number(index)] ?? "";
        return line.startsWith("|") ? text.replace(/\s+/g, " ") : text && `\n\n${text}\n\n`;
      }),
    )
    .join("\n");
}
