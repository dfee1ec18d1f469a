import { applyChanges } from "./applyChanges.ts";
import type { Change } from "./applyChanges.ts";
import { findPrefix, walkPlaces } from "./walkPlaces.ts";

/** A drawing, or one of two forms of it, that is open. */
interface Drawing {
  depth: number;
  from: number;
  /** Where the boxes of text in it stand, those within others aside. */
  boxes: [from: number, to: number][];
  /** Old programs find the text too, in the form that is there for them. */
  isTwice: boolean;
}

/**
 * Gives a part of a Word document whose boxes of text all stand as old programs write them, which is the only
 * form that the library reads. Many programs write the new form alone, or a picture beside it.
 */
export function freeBoxes(xml: string): string {
  if (!xml.includes("txbxContent")) return xml;
  const prefix = findPrefix(xml);
  const changes: Change[] = [];
  let drawing: Drawing | undefined;
  let box: { depth: number; from: number } | undefined;
  let oldForm: number | undefined;
  walkPlaces(xml, {
    open({ name, from, depth }) {
      if (name === "AlternateContent" || name === "drawing") {
        drawing ??= { depth, from, boxes: [], isTwice: false };
      } else if (name === "Fallback") oldForm ??= depth;
      else if (name === "txbxContent") box ??= { depth, from };
    },
    close({ name, to, depth }) {
      if (name === "txbxContent" && box?.depth === depth) {
        if (oldForm === undefined) drawing?.boxes.push([box.from, to]);
        else if (drawing) drawing.isTwice = true;
        box = undefined;
      } else if (oldForm === depth) oldForm = undefined;
      else if (drawing?.depth === depth) {
        const { from, boxes, isTwice } = drawing;
        const inside = boxes.map(([start, end]) => xml.slice(start, end)).join("");
        if (inside && !isTwice) changes.push({ from, to, text: `<${prefix}pict>${inside}</${prefix}pict>` });
        drawing = undefined;
      }
    },
  });
  return applyChanges(xml, changes);
}
