import { contrast, formatColor, mix, parseColor } from "../../domain/color.ts";
import type { Rgb } from "../../domain/color.ts";
import { schemes } from "./schemes.ts";
import type { Scheme } from "./schemes.ts";

/** What one brand color becomes in one scheme; every text pair among them has at least 4.5 : 1. */
export interface Accent {
  /** The brand color itself, as a fill. */
  accent: string;
  "accent-hover": string;
  /** Text and icons on the fill: white where that is readable, else dark. */
  "on-accent": string;
  /** The brand color as text, links, focus rings and switches, moved until it is readable on all grounds. */
  "accent-text": string;
  /** A tint for chips, selected rows and the like; `accent-text` is readable on it. */
  "accent-soft": string;
}

/** WCAG AA for text of any size. */
const readable = 4.5;
const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
const ink: Rgb = [16, 24, 32];

/** Derives the accent colors of a scheme from one brand color (`#rgb` or `#rrggbb`; undefined if it is neither). */
export function deriveAccent(brand: string, scheme: Scheme, onBrand?: string): Accent | undefined {
  const fill = parseColor(brand);
  if (!fill) return undefined;
  const on = pickOn(fill, parseColor(onBrand ?? ""));
  const grounds = (["surface", "canvas", "sunken", "bubble"] as const).map((name) =>
    need(schemes[scheme][name]),
  );
  const surface = need(schemes[scheme].surface);
  const soft = round(mix(surface, fill, scheme === "light" ? 0.1 : 0.2));
  const text = moveUntilReadable(fill, [...grounds, soft], scheme === "light" ? black : white);
  return {
    accent: formatColor(fill),
    "accent-hover": formatColor(mix(fill, contrast(on, black) > contrast(on, white) ? black : white, 0.14)),
    "on-accent": formatColor(on),
    "accent-text": formatColor(text),
    "accent-soft": formatColor(soft),
  };
}

function pickOn(fill: Rgb, wished: Rgb | undefined): Rgb {
  const first = [wished, white, ink].find((color) => color && contrast(color, fill) >= readable);
  return first ?? black;
}

/** The color, moved towards one end until it is readable on all these grounds. */
export function moveUntilReadable(color: Rgb, grounds: Rgb[], end: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.05) {
    const moved = round(mix(color, end, share));
    if (grounds.every((ground) => contrast(moved, ground) >= readable)) return moved;
  }
  return end;
}

/** As it will be written, or a pair that is just readable would not be afterwards. */
function round(color: Rgb): Rgb {
  return need(formatColor(color));
}

function need(hex: string): Rgb {
  return parseColor(hex) ?? white;
}
