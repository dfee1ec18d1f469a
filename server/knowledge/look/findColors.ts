import { formatColor, parseColor } from "../../../shared/domain/color.ts";

const sliceCharacters = 16_384;
const mostCharacters = 1_000_000;
const maxColors = 8;
/** A declaration that is longer is a picture or a font, not a color. */
const longestDeclaration = 300;

/** What a brand's own variables are called. */
const brandName = /primary|brand|accent|theme|main/;

/** Counts the colors of style sheets: those that are neither black, white nor gray, the most telling first. */
export async function findColors(sheets: readonly string[]): Promise<string[]> {
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
    .slice(0, maxColors)
    .map(([colour]) => colour);
}

function count(css: string, weights: Map<string, number>): void {
  for (const declaration of css.split(/[;{}]/)) {
    const colon = declaration.indexOf(":");
    if (colon < 0 || declaration.length > longestDeclaration) continue;
    const property = declaration.slice(0, colon).trim().toLowerCase();
    for (const [written] of declaration.slice(colon).matchAll(/#[\da-f]{3,8}\b|rgb\([^()]{5,40}\)/gi)) {
      const colour = readColor(written);
      if (colour && isColorful(colour)) weights.set(colour, (weights.get(colour) ?? 0) + weigh(property));
    }
  }
}

function weigh(property: string): number {
  if (property.startsWith("--")) return brandName.test(property) ? 40 : 2;
  return property.startsWith("background") ? 4 : 1;
}

/** Gives `#rrggbb` for what CSS writes as hexadecimal or rgb(); null for anything else. */
export function readColor(written: string): string | null {
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

/** Whether it is neither gray nor nearly black or white. */
export function isColorful(colour: string): boolean {
  const rgb = parseColor(colour);
  if (!rgb) return false;
  const [least, greatest] = [Math.min(...rgb), Math.max(...rgb)];
  return greatest - least >= 50 && greatest >= 60 && least <= 215;
}
