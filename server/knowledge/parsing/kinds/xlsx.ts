import { findFormat, writeNumber } from "../office/numberFormat.ts";
import { openPackage, relationIdOf } from "../office/openPackage.ts";
import type { OfficePackage } from "../office/openPackage.ts";
import { readCellStyles } from "../office/readCellStyles.ts";
import { listCellComments, writeComment } from "../office/readComments.ts";
import { readProperties } from "../office/readProperties.ts";
import { readCellName, readSheet } from "../office/readSheet.ts";
import type { ReadSheet } from "../office/readSheet.ts";
import { readSheetDrawings } from "../office/readSlide.ts";
import { createRichText } from "../office/richText.ts";
import { readTree, childOf, listElements } from "../office/readTree.ts";
import { mostCells, refuseManyCells, writeSheet } from "../office/writeSheet.ts";
import type { SheetRow } from "../office/writeSheet.ts";
import { walkXml } from "../office/walkXml.ts";
import { ParseError } from "../ParseError.ts";
import type { ParsedParts } from "../ParsedDocument.ts";
import type { ParseLimits, Section } from "../ParsedDocument.ts";
import type { ZipArchive } from "../zip/readZip.ts";

/**
 * Reads an Excel workbook: its sheets as tables, with what the cells show. Formulas give the value that was saved with
 * them, macros are never read, and hidden sheets, rows and columns are left out. Comments and what is drawn on a sheet
 * are behind its tables.
 */
export function parseXlsx(archive: ZipArchive, limits: ParseLimits): ParsedParts {
  const { office, relations, sheets, is1904, strings, styles } = openWorkbook(archive, limits);
  const sections: Section[] = [];
  let cells = 0;
  for (const { name, relationId } of sheets) {
    const relation = relations.find(
      ({ id, type }) => id === relationId && /^(?:work|chart)sheet$/.test(type),
    );
    const part = relation?.target ?? "";
    const data = office.part(part);
    if (!data) continue;
    const beside = office.relations(part);
    const leads = new Map(beside.map((each) => [each.id, each]));
    // Tables bring colors of their own, which may be behind white letters.
    const hasOwnColors = beside.some(({ type }) => type === "table") || hasConditions(data);
    const sheet = readSheet(data, {
      addressOf: (id) => (leads.get(id)?.isExternal ? leads.get(id)?.target : undefined),
      strings,
      mostCells: mostCells - cells,
      write: (value, style) => writeNumber(value, { ...(styles[style]?.format ?? general), is1904 }),
      isUnseen: (style) =>
        styles[style]?.isStruck === true || (!hasOwnColors && styles[style]?.isWhite === true),
    });
    cells += sheet.rows.reduce((sum, row) => sum + row.cells.length, 0);
    for (const section of writeSheet({ name, rows: sheet.rows })) sections.push(section);
    for (const text of listBeside(office, part, sheet))
      sections.push({ headings: name ? [name] : [], text, position: {} });
  }
  const { title, language } = readProperties(office.part("docProps/core.xml"));
  return { title, language, sections };
}

/**
 * Gives the rows of a workbook's first sheet that is seen, as values: numbers with all their digits, days as `2026-11-29`,
 * whatever the cells make of them.
 */
export function readFirstSheet(archive: ZipArchive, limits: ParseLimits): SheetRow[] {
  const { office, relations, sheets, is1904, strings, styles } = openWorkbook(archive, limits);
  for (const { relationId } of sheets) {
    const relation = relations.find(({ id, type }) => id === relationId && type === "worksheet");
    const data = office.part(relation?.target ?? "");
    if (!data) continue;
    const write = (value: number, style: number) => {
      const isDay = styles[style]?.format.sections[0]?.isDate === true;
      return writeNumber(value, { ...(isDay ? day : general), is1904 });
    };
    return readSheet(data, { strings, mostCells, write }).rows;
  }
  return [];
}

/** What is read of a workbook before its sheets. */
function openWorkbook(archive: ZipArchive, limits: ParseLimits) {
  const office = openPackage(archive, limits);
  const main =
    office.relations("").find(({ type }) => type === "officeDocument")?.target ?? "xl/workbook.xml";
  const bytes = office.part(main);
  if (!bytes) throw new ParseError("broken");
  const relations = office.relations(main);
  const findPart = (type: string) => office.part(relations.find((one) => one.type === type)?.target ?? "");
  const { sheets, is1904 } = readWorkbook(bytes);
  const strings = readStrings(findPart("sharedStrings"));
  const styles = readCellStyles(findPart("styles"));
  return { office, relations, sheets, is1904, strings, styles };
}

const general = findFormat(0);
const day = findFormat(14);

/** Colors that come and go with the values of cells. */
function hasConditions(data: Uint8Array): boolean {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).includes("<conditionalFormatting");
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
  const rich = createRichText();
  if (!data) return strings;
  walkXml(data, {
    open: rich.open,
    text: rich.text,
    close(name) {
      rich.close(name);
      if (name !== "si") return;
      if (strings.length >= mostCells) throw refuseManyCells();
      strings.push(rich.finish());
    },
  });
  return strings;
}

/** Comments of cells that are seen, and what is drawn over the sheet, as texts behind its tables. */
function listBeside(office: OfficePackage, sheet: string, { rows, isHidden }: ReadSheet): Section["text"][] {
  const texts = new Map<string, string>();
  const comments = listCellComments(office, sheet).filter(({ cell }) => !isHidden(cell));
  if (comments.length > 0)
    for (const row of rows)
      for (const { column, text } of row.cells) texts.set(`${column} ${row.number}`, text);
  const lines = comments.map(({ cell, author, text }) => {
    const held = texts.get(placeOf(cell)) ?? "";
    const about = held && held.length <= longestHeld ? `${cell} (${held})` : cell;
    return writeComment({ author, text, about });
  });
  return [...(lines.length > 0 ? [lines.join("\n")] : []), ...readSheetDrawings(office, sheet)];
}

const longestHeld = 100;

function placeOf(cell: string): string {
  const { column = -1, number = 0 } = readCellName(cell) ?? {};
  return `${column} ${number}`;
}
