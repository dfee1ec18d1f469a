import { findFormat, readFormat } from "./numberFormat.ts";
import type { NumberFormat } from "./numberFormat.ts";
import { childOf, readTree } from "./readTree.ts";
import type { XmlElement } from "./readTree.ts";

/** How the cells of one style show what they hold. */
export interface CellStyle {
  format: NumberFormat;
  isStruck: boolean;
  /** White letters without a color behind them. */
  isWhite: boolean;
}

/** Gives the styles of a workbook's cells, by their numbers. */
export function readCellStyles(data: Uint8Array | undefined): CellStyle[] {
  const sheet = data && childOf(readTree(data), "styleSheet");
  if (!sheet) return [];
  const list = (group: string) => childOf(sheet, group)?.children ?? [];
  const own = new Map(
    list("numFmts").map(({ attributes: { numFmtId = "", formatCode = "" } }) => [
      numFmtId,
      readFormat(formatCode),
    ]),
  );
  const fonts = list("fonts").map((font) => ({
    isStruck: isOn(childOf(font, "strike")),
    isWhite: isWhite(childOf(font, "color")),
  }));
  const fills = list("fills").map(isPlain);
  return list("cellXfs").map(({ attributes: { numFmtId = "0", fontId = "0", fillId = "0" } }) => {
    const font = fonts[Number(fontId)];
    return {
      format: own.get(numFmtId) ?? findFormat(Number(numFmtId)),
      isStruck: font?.isStruck === true,
      isWhite: font?.isWhite === true && fills[Number(fillId)] !== false,
    };
  });
}

function isOn(element: XmlElement | undefined): boolean {
  return element !== undefined && !/^(?:0|false)$/.test(element.attributes.val ?? "");
}

/** The first color of a theme is that of paper. */
function isWhite(color: XmlElement | undefined): boolean {
  const { rgb = "", theme, tint = "0" } = color?.attributes ?? {};
  return /^(?:[\da-f]{2})?ffffff$/i.test(rgb) || (theme === "0" && Number(tint) === 0);
}

function isPlain(fill: XmlElement): boolean {
  if (childOf(fill, "gradientFill")) return false;
  const pattern = childOf(fill, "patternFill");
  if (!pattern || (pattern.attributes.patternType ?? "none") === "none") return true;
  return pattern.attributes.patternType === "solid" && isWhite(childOf(pattern, "fgColor"));
}
