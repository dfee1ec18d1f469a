import { writeRow, writeRule } from "../text/escapeCell.ts";
import { splitTitle } from "../text/tableTitle.ts";
import { relationIdOf } from "./openPackage.ts";
import type { OfficePackage, Relation } from "./openPackage.ts";
import { readChart } from "./readChart.ts";
import { listParagraphs } from "./readParagraphs.ts";
import { childOf, findElement, listElements, readTree } from "./readTree.ts";
import type { XmlElement } from "./readTree.ts";
import { isOffSlide, isWhitePaper, isWhiteRun } from "./slidePaper.ts";

export interface SlideBeside {
  office: OfficePackage;
  /** The part's name, by which its relations are found. */
  name: string;
  /** Of a page of notes only the notes themselves are read, not the slide's picture and number. */
  isNotes?: boolean;
  /** Of the slides, where the presentation says it. */
  size?: { width: number; height: number } | undefined;
}

interface Reading {
  office: OfficePackage;
  relations: readonly Relation[];
  isNotes: boolean;
  isOnWhite: boolean;
}

/** Gives the title of a slide and the rest of its text as Markdown, in the order in which it was put there. */
export function readSlide(
  slide: XmlElement,
  { office, name, size, isNotes = false }: SlideBeside,
): { title: string; text: string } {
  const tree = findElement(slide, "spTree");
  const hasWhite = !isNotes && listElements(slide, "rPr").some(isWhiteRun);
  const isOnWhite = hasWhite && isWhitePaper(slide, { office, name });
  const reading: Reading = { office, relations: office.relations(name), isNotes, isOnWhite };
  const shown = (tree?.children ?? []).filter((shape) => !isOffSlide(shape, size));
  const shapes = tree ? listShapes({ ...tree, children: shown }) : [];
  const heading = shapes.find((shape) => /^(?:ctrT|t)itle$/.test(placeholderOf(shape) ?? ""));
  const title = heading
    ? listParagraphs(heading, { ...reading, relations: [], isList: false })
        .join(" ")
        .replace(/\s+/g, " ")
        .trim()
    : "";
  const blocks = shapes.filter((shape) => shape !== heading).map((shape) => readShape(shape, reading));
  return { title, text: blocks.filter(Boolean).join("\n\n") };
}

/** Gives the texts of what is drawn over the cells of a sheet, or alone on it: boxes, charts, diagrams and pictures. */
export function readSheetDrawings(office: OfficePackage, sheet: string): string[] {
  return office
    .relations(sheet)
    .filter(({ type }) => type === "drawing")
    .flatMap(({ target }) => {
      const data = office.part(target);
      const anchors = data ? (childOf(readTree(data), "wsDr")?.children ?? []) : [];
      const reading: Reading = {
        office,
        relations: office.relations(target),
        isNotes: false,
        isOnWhite: false,
      };
      return anchors
        .flatMap((anchor) => listShapes(anchor))
        .map((shape) => readShape(shape, reading))
        .filter(Boolean);
    });
}

/** Shapes with those of groups among them. Of what is there in two forms, for new and old programs, the new one. */
function listShapes(tree: XmlElement): XmlElement[] {
  return tree.children.flatMap((child) => {
    if (child.name === "grpSp" || child.name === "Choice") return listShapes(child);
    if (child.name === "AlternateContent") {
      const chosen = listShapes(childOf(child, "Choice") ?? child);
      return chosen.length > 0 ? chosen : listShapes(childOf(child, "Fallback") ?? child);
    }
    return ["sp", "graphicFrame", "pic", "cxnSp"].includes(child.name) ? [child] : [];
  });
}

/** The role of a shape on its slide, such as `title` or `body`; undefined for a free one. */
function placeholderOf(shape: XmlElement): string | undefined {
  const properties = shape.children.find(({ name }) => /^nv\w+Pr$/.test(name));
  const placeholder = properties && findElement(properties, "ph");
  return placeholder && (placeholder.attributes.type ?? "obj");
}

const furniture = new Set(["sldNum", "dt", "ftr", "hdr", "sldImg"]);

function readShape(shape: XmlElement, reading: Reading): string {
  const role = placeholderOf(shape);
  if (furniture.has(role ?? "") || (reading.isNotes && role !== "body")) return "";
  if (findElement(shape, "cNvPr")?.attributes.hidden === "1") return "";
  if (shape.name === "graphicFrame") return readFrame(shape, reading);
  if (shape.name === "pic")
    return findElement(shape, "cNvPr")?.attributes.descr?.replace(/\s+/g, " ").trim() ?? "";
  const isList = !reading.isNotes && (role === "body" || role === "obj");
  return listParagraphs(shape, { ...reading, isList }).join("\n");
}

function readFrame(frame: XmlElement, { office, relations }: Reading): string {
  const table = findElement(frame, "tbl");
  if (table) return readTable(table, relations);
  const chart = findElement(frame, "chart");
  const diagram = findElement(frame, "relIds");
  const id = chart ? relationIdOf(chart.attributes) : diagramIdOf(diagram?.attributes ?? {});
  const data = office.part(relations.find((relation) => relation.id === id)?.target ?? "");
  if (!data) return "";
  return chart ? readChart(readTree(data)) : readDiagram(readTree(data));
}

/** A table whose merged cells are repeated, so that each row can be read alone. */
function readTable(table: XmlElement, relations: readonly Relation[]): string {
  const grid: string[][] = [];
  for (const row of table.children.filter(({ name }) => name === "tr")) {
    const line: string[] = [];
    for (const cell of row.children.filter(({ name }) => name === "tc")) {
      const before = grid.at(-1)?.[line.length] ?? "";
      if (cell.attributes.hMerge === "1") line.push(line.at(-1) ?? "");
      else if (cell.attributes.vMerge === "1") line.push(before);
      else line.push(listParagraphs(cell, { relations, isList: false }).join(" "));
    }
    grid.push(line);
  }
  const width = grid.reduce((most, line) => Math.max(most, line.length), 0);
  if (width === 0) return "";
  const full = grid.map((line) => Array.from({ length: width }, (_, at) => line[at] ?? ""));
  const { title, rows } = splitTitle(full);
  const [head = [], ...rest] = rows;
  return [...title, [writeRow(head), writeRule(width), ...rest.map(writeRow)].join("\n")].join("\n\n");
}

/** Gives the id of the relation to the texts of a diagram. */
export function diagramIdOf(attributes: Record<string, string>): string | undefined {
  return Object.entries(attributes).find(([name]) => /:dm$/.test(name))?.[1];
}

/** Gives the texts of a diagram, one a line; how they hang together is in its picture only. */
export function readDiagram(data: XmlElement): string {
  return listElements(data, "pt")
    .map((point) => listParagraphs(point, { relations: [], isList: false }).join(" ").trim())
    .filter(Boolean)
    .map((text) => `- ${text}`)
    .join("\n");
}
