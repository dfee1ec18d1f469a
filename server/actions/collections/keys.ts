import { createHash } from "node:crypto";
import type { Cell } from "../../../shared/domain/collections.ts";
import type { CellIndex } from "./tables.ts";

/** What a cell is found by. */
export interface CellKey {
  key: string;
  /** The whole text, where the key is only its beginning. */
  text: string | null;
}

/** The longest key, in characters: both stores take four bytes for each within a key of an index. */
export const keyCharacters = 200;

/** Gives the key of a cell: in the order of keys, cells are in theirs. An empty cell comes before all others. */
export function makeKey(cell: Cell | null | undefined, index: CellIndex): CellKey {
  if (cell === null || cell === undefined) return { key: "", text: null };
  if (typeof cell === "boolean") return { key: cell ? "1" : "0", text: null };
  if (typeof cell === "number") return { key: orderNumber(cell), text: null };
  const text = foldText(cell, index);
  const letters = Array.from(text.slice(0, keyCharacters * 2));
  if (letters.length < keyCharacters) return { key: text, text: null };
  return { key: letters.slice(0, keyCharacters).join(""), text };
}

/** Makes texts one that people take for the same; with `exact` only letters that look alike and are written in two ways. */
export function foldText(text: string, index: CellIndex): string {
  const tidy = text.trim().normalize("NFC").toWellFormed().replaceAll("\0", "\ufffd");
  return index === "exact" ? tidy : tidy.toLowerCase();
}

/** What makes a cell the only one of its kind. An empty cell is like no other. */
export function makeUniqueKey({ key, text }: CellKey): string | null {
  if (key === "") return null;
  return text === null ? key : `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** Writes a number so that texts sort as numbers do: the bits of a double, turned so that the negative ones come first. */
function orderNumber(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const isNegative = bits >> 63n === 1n;
  const turned = isNegative ? ~bits & 0xffff_ffff_ffff_ffffn : bits | (1n << 63n);
  return turned.toString(16).padStart(16, "0");
}
