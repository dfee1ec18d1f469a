import { formatColor, parseColor } from "../../../shared/domain/color.ts";

const sliceCharacters = 16_384;
const mostCharacters = 1_000_000;
const mostColours = 8;
/** A declaration that is longer is a picture or a font, not a colour. */
const longestDeclaration = 300;

/** What a brand's own variables are called. */
const brandName = /primary|brand|accent|theme|main/;

/** Counts the colours of style sheets: those that are neither black, white nor grey, the most telling first. */
export async function findColours(sheets: readonly string[]): Promise<string[]> {
  const weights = new Map<string, number>();
  for (const sheet of sheets) {
    const css = sheet.slice(0, mostCharacters);
    for (let at = 0; at < css.length; at += sliceCharacters) {
      count(css.slice(at, at + sliceCharacters), weights);
      await new Promise(setImmediate);
    }
  }
  return [...weights]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, mostColours)
    .map(([colour]) => colour);
}

function count(css: string, weights: Map<string, number>): void {
  for (const declaration of css.split(/[;{}]/)) {
    const colon = declaration.indexOf(":");
    if (colon < 0 || declaration.length > longestDeclaration) continue;
    const property = declaration.slice(0, colon).trim().toLowerCase();
    for (const [written] of declaration.slice(colon).matchAll(/#[\da-f]{3,8}\b|rgb\([^()]{5,40}\)/gi)) {
      const colour = readColour(written);
      if (colour && isColourful(colour)) weights.set(colour, (weights.get(colour) ?? 0) + weigh(property));
    }
  }
}

function weigh(property: string): number {
  if (property.startsWith("--")) return brandName.test(property) ? 40 : 2;
  return property.startsWith("background") ? 4 : 1;
}

/** Gives `#rrggbb` for what CSS writes as hexadecimal or rgb(); null for anything else. */
export function readColour(written: string): string | null {
  const rgb = /^rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/i.exec(written.trim());
  if (rgb) {
    const parts = [Number(rgb[1]), Number(rgb[2]), Number(rgb[3])] as const;
    return parts.every((part) => part <= 255) ? formatColor(parts) : null;
  }
  // The last digits of the longer forms say how much shines through.
  const hex = written.trim();
  const opaque = hex.length === 5 ? hex.slice(0, 4) : hex.length === 9 ? hex.slice(0, 7) : hex;
  const colour = parseColor(opaque);
  return colour ? formatColor(colour) : null;
}

/** Whether it is neither grey nor nearly black or white. */
export function isColourful(colour: string): boolean {
  const rgb = parseColor(colour);
  if (!rgb) return false;
  const [least, greatest] = [Math.min(...rgb), Math.max(...rgb)];
  return greatest - least >= 50 && greatest >= 60 && least <= 215;
}
