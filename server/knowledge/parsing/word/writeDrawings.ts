import { relationIdOf } from "../office/openPackage.ts";
import type { OfficePackage } from "../office/openPackage.ts";
import { readChart } from "../office/readChart.ts";
import { diagramIdOf, readDiagram } from "../office/readSlide.ts";
import { readTree } from "../office/readTree.ts";
import { applyChanges } from "./applyChanges.ts";
import type { Change } from "./applyChanges.ts";
import { writeRun } from "./rewriteParagraphs.ts";
import { findPrefix, walkPlaces } from "./walkPlaces.ts";

/**
 * Gives a part of a Word document in which charts are boxes with the table they were drawn from, and diagrams boxes
 * with their texts: they are in parts of their own, into which the library does not look.
 */
export function writeDrawings(
  xml: string,
  { name, office }: { name: string; office: OfficePackage },
): string {
  const prefix = findPrefix(xml);
  const relations = new Map(office.relations(name).map(({ id, target }) => [id, target]));
  const changes: Change[] = [];
  let drawing: { depth: number; from: number; text: string } | undefined;
  const read = (id: string | undefined, write: typeof readChart) => {
    const data = office.part(relations.get(id ?? "") ?? "");
    if (drawing && data) drawing.text += write(readTree(data));
  };
  walkPlaces(xml, {
    open({ name: element, from, depth, attributes }) {
      if (element === "drawing") drawing ??= { depth, from, text: "" };
      else if (element === "chart") read(relationIdOf(attributes), readChart);
      else if (element === "relIds") read(diagramIdOf(attributes), readDiagram);
    },
    close({ to, depth }) {
      if (!drawing || drawing.depth !== depth) return;
      const { from, text } = drawing;
      if (text) changes.push({ from, to, text: writeBox(prefix, text) });
      drawing = undefined;
    },
  });
  return applyChanges(xml, changes);
}

function writeBox(prefix: string, text: string): string {
  const paragraphs = text.split("\n\n").map((lines) => `<${prefix}p>${writeRun(prefix, lines)}</${prefix}p>`);
  return `<${prefix}drawing><${prefix}txbxContent>${paragraphs.join("")}</${prefix}txbxContent></${prefix}drawing>`;
}
