import { strToU8, zipSync } from "fflate";
import { utils, write } from "@e965/xlsx";

/** Workbooks and presentations for tests, made in place as the programs write them. */

const types = "http://schemas.openxmlformats.org/package/2006/content-types";
const packageRelations = "http://schemas.openxmlformats.org/package/2006/relationships";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

function pack(parts: Record<string, string>): Uint8Array {
  const all = { "[Content_Types].xml": `<Types xmlns="${types}"/>`, ...parts };
  return zipSync(Object.fromEntries(Object.entries(all).map(([name, text]) => [name, strToU8(text)])));
}

/** Gives the relations of a part: an id, the last word of a type and a target each. */
export function makeRelations(relations: readonly [id: string, type: string, target: string][]): string {
  const rows = relations.map(([id, type, target]) => {
    const mode = /^https?:/.test(target) ? ' TargetMode="External"' : "";
    return `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"${mode}/>`;
  });
  return `<Relationships xmlns="${packageRelations}">${rows.join("")}</Relationships>`;
}

export interface SheetToMake {
  name: string;
  /** What stands in `sheetData`, and after it. */
  rows: string;
  after?: string;
  state?: string;
}

/** Gives a workbook with these sheets; `strings` are the texts that cells name by number, `styles` follow each other from 0, `more` adds parts. */
export function makeXlsx(
  sheets: readonly SheetToMake[],
  {
    strings = [],
    formats = [],
    more = {},
  }: { strings?: readonly string[]; formats?: readonly string[]; more?: Record<string, string> } = {},
): Uint8Array {
  const entries = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}"${state ? ` state="${state}"` : ""} r:id="s${at}"/>`,
  );
  const numbered = formats.map((format, at) => `<numFmt numFmtId="${170 + at}" formatCode="${format}"/>`);
  const used = formats.map((_, at) => `<xf numFmtId="${170 + at}"/>`);
  return pack({
    "_rels/.rels": makeRelations([["m", "officeDocument", "xl/workbook.xml"]]),
    "xl/workbook.xml": `<workbook xmlns:r="${office}"><sheets>${entries.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": makeRelations([
      ...sheets.map((_, at): [string, string, string] => [
        `s${at}`,
        "worksheet",
        `worksheets/sheet${at}.xml`,
      ]),
      ["t", "sharedStrings", "sharedStrings.xml"],
      ["f", "styles", "/xl/styles.xml"],
    ]),
    "xl/sharedStrings.xml": `<sst>${strings.map((text) => `<si>${text}</si>`).join("")}</sst>`,
    "xl/styles.xml": `<styleSheet><numFmts>${numbered.join("")}</numFmts><cellXfs><xf numFmtId="0"/>${used.join("")}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ rows, after = "" }, at) => [
        `xl/worksheets/sheet${at}.xml`,
        `<worksheet><sheetData>${rows}</sheetData>${after}</worksheet>`,
      ]),
    ),
    ...more,
  });
}

/** Gives the rows of a sheet by their cells, from A1 on. */
export function makeRows(rows: readonly (readonly (string | number)[])[]): string {
  return rows
    .map((cells) => {
      const written = cells.map((cell) =>
        typeof cell === "number"
          ? `<c><v>${cell}</v></c>`
          : `<c t="inlineStr">${cell && `<is><t>${cell}</t></is>`}</c>`,
      );
      return `<row>${written.join("")}</row>`;
    })
    .join("");
}

/** Gives a workbook as Excel 97 wrote it. */
export function makeXls(sheets: Record<string, readonly (readonly (string | number)[])[]>): Uint8Array {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows as (string | number)[][]), name);
  }
  return new Uint8Array(write(book, { bookType: "biff8", type: "array" }) as ArrayBuffer); // by its type
}

/** Gives a presentation; each slide is what stands in its tree of shapes, with the parts that it needs. */
export function makePptx(
  slides: readonly { shapes: string; isHidden?: boolean; relations?: [string, string, string][] }[],
  extra: Record<string, string> = {},
): Uint8Array {
  const ids = slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="s${at}"/>`);
  return pack({
    "_rels/.rels": makeRelations([["m", "officeDocument", "ppt/presentation.xml"]]),
    "ppt/presentation.xml": `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${ids.join("")}</p:sldIdLst></p:presentation>`,
    // The numbers of the parts say nothing about their order.
    "ppt/_rels/presentation.xml.rels": makeRelations(
      slides.map((_, at) => [`s${at}`, "slide", `slides/slide${slides.length - at}.xml`]),
    ),
    ...Object.fromEntries(
      slides.flatMap(({ shapes, isHidden, relations = [] }, at) => [
        [
          `ppt/slides/slide${slides.length - at}.xml`,
          `<p:sld xmlns:p="p" xmlns:a="a" xmlns:r="r"${isHidden ? ' show="0"' : ""}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
        ],
        [`ppt/slides/_rels/slide${slides.length - at}.xml.rels`, makeRelations(relations)],
      ]),
    ),
    ...extra,
  });
}

/** Gives a shape with paragraphs; `role` is its placeholder ("title", "body"), none for a free one. */
export function makeShape(paragraphs: readonly string[], role?: string): string {
  const place = role ? `<p:nvPr><p:ph type="${role}"/></p:nvPr>` : "<p:nvPr/>";
  const written = paragraphs.map((text) =>
    text.startsWith("<") ? text : `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`,
  );
  return `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Shape"/>${place}</p:nvSpPr><p:txBody>${written.join("")}</p:txBody></p:sp>`;
}
