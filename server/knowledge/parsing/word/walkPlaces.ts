import { Parser } from "htmlparser2";

export interface PlaceWalker {
  /** Names come without their prefix. `from` is the place of the sign that opens the tag, `depth` counts from 1. */
  open(element: {
    name: string;
    tag: string;
    from: number;
    depth: number;
    attributes: Record<string, string>;
  }): void;
  /** `from` and `to` enclose the closing tag; where the element closes itself they are those of its only one. */
  text?(text: string): void;
  close(element: { name: string; from: number; to: number; depth: number }): void;
}

/** Goes through the XML of a part in order and tells where in the text its elements stand. */
export function walkPlaces(xml: string, walker: PlaceWalker): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        depth++;
        walker.open({ name: localName(tag), tag, from: parser.startIndex, depth, attributes });
      },
      ontext: (text) => walker.text?.(text),
      onclosetag(tag) {
        walker.close({ name: localName(tag), from: parser.startIndex, to: parser.endIndex + 1, depth });
        depth--;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(xml);
  parser.end();
}

function localName(tag: string): string {
  return tag.slice(tag.indexOf(":") + 1);
}

/** Gives the attribute `val`, in which Word keeps the value of a setting, whatever its prefix is. */
export function readValue(attributes: Record<string, string>): string | undefined {
  return readAttribute(attributes, "val");
}

/** Gives an attribute by its name without a prefix. */
export function readAttribute(attributes: Record<string, string>, wanted: string): string | undefined {
  return Object.entries(attributes).find(([name]) => localName(name) === wanted)?.[1];
}

/** Gives what stands before the names of Word's own elements: programs choose it as they like, most write `w:`. */
export function findPrefix(xml: string): string {
  const space = /xmlns(?::([\w.-]+))?=["'][^"']*\/wordprocessingml\/(?:2006\/)?main["']/.exec(
    xml.slice(0, longestStart),
  );
  return space ? (space[1] ? `${space[1]}:` : "") : "w:";
}

/** The names of spaces are in the first tag of a part. */
export const longestStart = 20_000;
