import { findFormat, readFormat, writeNumber } from "../office/numberFormat.ts";
import type { NumberFormat } from "../office/numberFormat.ts";
import { openPackage, relationIdOf } from "../office/openPackage.ts";
import { readProperties } from "../office/readProperties.ts";
import { readSheet } from "../office/readSheet.ts";
import { readTree, childOf, listElements } from "../office/readTree.ts";
import { mostCells, refuseManyCells, writeSheet } from "../office/writeSheet.ts";
import { walkXml } from "../office/walkXml.ts";
import { ParseError } from "../ParseError.ts";
import type { ParsedParts } from "../ParsedDocument.ts";
import type { ParseLimits, Section } from "../ParsedDocument.ts";
import type { ZipArchive } from "../zip/readZip.ts";

/**
 * Reads an Excel workbook: its sheets as tables, with what the cells show. Formulas give the value that was
 * saved with them, macros are never looked at, and hidden sheets, rows and columns are left out.
 */
export function parseXlsx(archive: ZipArchive, limits: ParseLimits): ParsedParts {
  const office = openPackage(archive, limits);
  const main =
    office.relations("").find(({ type }) => type === "officeDocument")?.target ?? "xl/workbook.xml";
  const bytes = office.part(main);
  if (!bytes) throw new ParseError("broken");
  const relations = office.relations(main);
  const findPart = (type: string) => office.part(relations.find((one) => one.type === type)?.target ?? "");
  const { sheets, is1904 } = readWorkbook(bytes);
  const strings = readStrings(findPart("sharedStrings"));
  const formats = readFormats(findPart("styles"));

  const sections: Section[] = [];
  let cells = 0;
  for (const { name, relationId } of sheets) {
    const relation = relations.find(({ id, type }) => id === relationId && type === "worksheet");
    const data = office.part(relation?.target ?? "");
    if (!data) continue;
    const leads = new Map(office.relations(relation?.target ?? "").map((each) => [each.id, each]));
    const rows = readSheet(data, {
      addressOf: (id) => (leads.get(id)?.isExternal ? leads.get(id)?.target : undefined),
      strings,
      mostCells: mostCells - cells,
      write: (value, style) => writeNumber(value, { kind: "number", ...formats[style], is1904 }),
    });
    cells += rows.reduce((sum, row) => sum + row.cells.length, 0);
    for (const section of writeSheet({ name, rows })) sections.push(section);
  }
  const { title, language } = readProperties(office.part("docProps/core.xml"));
  return { title, language, sections };
}

function readWorkbook(bytes: Uint8Array): {
  sheets: { name: string; relationId: string }[];
  is1904: boolean;
} {
  const workbook = childOf(readTree(bytes), "workbook");
  if (!workbook) throw new ParseError("broken");
  const sheets = listElements(workbook, "sheet")
    .filter(({ attributes }) => !/hidden/i.test(attributes.state ?? ""))
    .map(({ attributes }) => ({ name: attributes.name ?? "", relationId: relationIdOf(attributes) ?? "" }));
  const is1904 = /^(?:1|true)$/.test(childOf(workbook, "workbookPr")?.attributes.date1904 ?? "");
  return { sheets, is1904 };
}

/** The texts that cells name by number, without the readings that Japanese ones carry. */
function readStrings(data: Uint8Array | undefined): string[] {
  const strings: string[] = [];
  let text = "";
  let isText = false;
  let isReading = false;
  if (!data) return strings;
  walkXml(data, {
    open(name) {
      if (name === "si") text = "";
      if (name === "rPh") isReading = true;
      isText = name === "t" && !isReading;
    },
    text: (more) => void (isText && (text += more)),
    close(name) {
      isText = false;
      if (name === "rPh") isReading = false;
      if (name !== "si") return;
      if (strings.length >= mostCells) throw refuseManyCells();
      strings.push(text);
    },
  });
  return strings;
}

/** What the numbers of cells mean, by the number of their style. */
function readFormats(data: Uint8Array | undefined): NumberFormat[] {
  const own = new Map<string, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isInCells = false;
  if (!data) return formats;
  walkXml(data, {
    open(name, { numFmtId = "0", formatCode = "" }) {
      if (name === "numFmt") own.set(numFmtId, readFormat(formatCode));
      if (name === "cellXfs") isInCells = true;
      if (name === "xf" && isInCells) formats.push(own.get(numFmtId) ?? findFormat(Number(numFmtId)));
    },
    close: (name) => void (name === "cellXfs" && (isInCells = false)),
  });
  return formats;
}
