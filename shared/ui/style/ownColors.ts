import { contrast, formatColor, mix, parseColor } from "../../domain/color.ts";
import type { Rgb } from "../../domain/color.ts";
import { moveUntilReadable } from "./accent.ts";
import { schemes } from "./schemes.ts";
import type { Scheme } from "./schemes.ts";

export interface OwnColors {
  /** `#rgb` or `#rrggbb`, as all of them. */
  background: string;
  /** Moved until it is readable on the background and on all that lies on it. */
  text?: string | undefined;
  /** The brand color. */
  primary?: string | undefined;
}

/** WCAG AA for text of any size. */
const readable = 4.5;
const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

/**
 * Gives the scheme that fits a background of somebody's own, and the colors (by the name of their variable) that have to
 * change with it, each readable where it stands; undefined where the background is no color.
 */
export function deriveOwnColors({
  background,
  text,
  primary,
}: OwnColors): { scheme: Scheme; colors: Record<string, string> } | undefined {
  const ground = parseColor(background);
  if (!ground) return undefined;
  const scheme = contrast(ground, white) > contrast(ground, black) ? "dark" : "light";
  const end = scheme === "dark" ? white : black;
  const carries = (color: Rgb) => contrast(rounded(color), end) >= readable;
  // A ground of middling lightness has no room for one nearer to the text.
  const lift = carries(mix(ground, end, 0.06)) ? end : scheme === "dark" ? black : white;
  const first = parseColor(text ?? "") ?? parseColor(schemes[scheme].text) ?? end;
  const [sunken, bubble] = [mix(ground, lift, 0.03), mix(ground, lift, 0.06)];
  const grounds = [ground, sunken, bubble].map(rounded);
  const written = moveUntilReadable(first, grounds, end);
  const softer = (share: number) => moveUntilReadable(mix(written, ground, share), grounds, end);
  const fill = parseColor(primary ?? "");
  const tint = fill && mix(ground, fill, scheme === "light" ? 0.1 : 0.2);
  const soft = tint && rounded(carries(tint) ? tint : bubble);
  const colors: Record<string, Rgb | false | undefined> = {
    canvas: ground,
    surface: ground,
    raised: ground,
    sunken,
    bubble,
    line: mix(ground, end, 0.1),
    "line-2": mix(ground, end, 0.2),
    "line-strong": mix(ground, end, 0.55),
    text: written,
    "text-2": softer(0.2),
    "text-3": softer(0.35),
    "accent-soft": soft,
    "accent-text": fill && soft && moveUntilReadable(fill, [...grounds, soft], end),
  };
  const drawn = Object.entries(colors).flatMap(([name, color]) =>
    color ? [[name, formatColor(color)] as const] : [],
  );
  return { scheme, colors: Object.fromEntries(drawn) };
}

/** As it will be written. */
function rounded(color: Rgb): Rgb {
  return [Math.round(color[0]), Math.round(color[1]), Math.round(color[2])];
}
