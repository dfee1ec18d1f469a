import { writeLink } from "../office/linkCells.ts";
import { readFormat, writeNumber } from "../office/numberFormat.ts";
import type { NumberFormat } from "../office/numberFormat.ts";
import { spreadMerged } from "../office/spreadMerged.ts";
import { mostCells, refuseManyCells, writeSheet } from "../office/writeSheet.ts";
import type { SheetCell, SheetRow } from "../office/writeSheet.ts";
import { ParseError } from "../ParseError.ts";
import type { ParsedParts } from "../ParsedDocument.ts";
import type { Section } from "../ParsedDocument.ts";

/** Reads a workbook of Excel 97 to 2003 (and of 5 and 95): as the new ones, hidden sheets, rows and columns left out. */
export async function parseXls(bytes: Uint8Array): Promise<ParsedParts> {
  const { read } = await import("@e965/xlsx"); // seldom needed, and large
  const book = openBook(() =>
    read(bytes, {
      type: "array",
      dense: true,
      cellFormula: false,
      cellNF: true,
      cellStyles: true,
      cellText: false,
    }),
  );
  const is1904 = book.Workbook?.WBProps?.date1904 === true;
  const sections: Section[] = [];
  let cells = 0;
  book.SheetNames.forEach((name, index) => {
    const sheet = book.Sheets[name];
    if (!sheet || book.Workbook?.Sheets?.[index]?.Hidden) return;
    const isHiddenColumn = (column: number) => sheet["!cols"]?.[column]?.hidden === true;
    const rows: SheetRow[] = [];
    (sheet["!data"] ?? []).forEach((line, at) => {
      if (sheet["!rows"]?.[at]?.hidden) return;
      const found = (line ?? []).flatMap((cell, column) =>
        isHiddenColumn(column) ? [] : showCell(cell, { column, is1904 }),
      );
      if ((cells += found.length) > mostCells) throw refuseManyCells();
      if (found.length > 0) rows.push({ number: at + 1, cells: found });
    });
    spreadMerged(
      rows,
      (sheet["!merges"] ?? []).map(({ s, e }) => ({ top: s.r + 1, left: s.c, bottom: e.r + 1, right: e.c })),
    );
    for (const section of writeSheet({ name, rows })) sections.push(section);
  });
  return { title: book.Props?.Title ?? "", sections };
}

function openBook<Book>(open: () => Book): Book {
  try {
    return open();
  } catch (error) {
    const isLocked = error instanceof Error && /^file is password-protected/i.test(error.message);
    throw new ParseError(isLocked ? "encrypted" : "broken", undefined, { cause: error });
  }
}

interface BookCell {
  t: string;
  v?: unknown;
  z?: unknown;
  w?: string;
  /** Where a click on it leads. */
  l?: { Target?: string };
}

function showCell(
  cell: BookCell | undefined,
  { column, is1904 }: { column: number; is1904: boolean },
): SheetCell[] {
  if (!cell || cell.t === "z") return [];
  const { v: value, z: format } = cell;
  if (typeof value === "number" && cell.t === "n") {
    const shown = writeNumber(value, {
      ...recallFormat(typeof format === "string" ? format : "General"),
      is1904,
    });
    return shown === "" ? [] : [{ column, text: shown, isNumber: true }];
  }
  const text = (
    cell.t === "e"
      ? (cell.w ?? "")
      : typeof value === "boolean"
        ? String(value).toUpperCase()
        : String(value ?? "")
  ).trim();
  return text ? [{ column, text: writeLink({ text }, cell.l?.Target ?? ""), isNumber: false }] : [];
}

const formats = new Map<string, NumberFormat>();
const mostFormats = 1000;

/** Thousands of cells have the same few formats. */
function recallFormat(text: string): NumberFormat {
  const known = formats.get(text);
  if (known) return known;
  const format = readFormat(text);
  if (formats.size < mostFormats) formats.set(text, format);
  return format;
}
