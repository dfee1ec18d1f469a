import { childOf, listElements, readTree } from "../office/readTree.ts";
import type { XmlElement } from "../office/readTree.ts";

/** A style of a Word document, as far as it says what its paragraphs are. */
export interface Style {
  name: string;
  basedOn: string | undefined;
  /** The list that its paragraphs belong to, and their level in it. */
  list: string | undefined;
  level: number | undefined;
  /** Its place in the outline of the document, counted from 0; 9 is plain text. */
  outline: number | undefined;
}

/** Gives the styles of paragraphs by their ids. */
export function readStyles(part: Uint8Array | undefined): Map<string, Style> {
  const found = part ? listElements(readTree(part), "style") : [];
  return new Map(
    found.map((style) => {
      const properties = childOf(style, "pPr");
      const place = childOf(properties, "numPr");
      return [
        valueOf(style, "styleId") ?? "",
        {
          name: valueOf(childOf(style, "name")) ?? "",
          basedOn: valueOf(childOf(style, "basedOn")),
          list: valueOf(childOf(place, "numId")),
          level: readNumber(valueOf(childOf(place, "ilvl"))),
          outline: readNumber(valueOf(childOf(properties, "outlineLvl"))),
        },
      ];
    }),
  );
}

function readNumber(value: string | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

/** Gives the attribute of an element, `val` where none is named, whatever its prefix is. */
export function valueOf(element: XmlElement | undefined, name = "val"): string | undefined {
  return Object.entries(element?.attributes ?? {}).find(
    ([key]) => key.slice(key.indexOf(":") + 1) === name,
  )?.[1];
}
