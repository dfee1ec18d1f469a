import { contrast, formatColor, mix, parseColor } from "../../../shared/domain/color.ts";

/** WCAG AA for text of any size. */
const readable = 4.5;
const white = [255, 255, 255] as const;
const black = [0, 0, 0] as const;

/** Gives a color on which white is readable: the same one, or the same one made darker. Null for what is no color. */
export function darkenUntilReadable(colour: string): string | null {
  const given = parseColor(colour);
  if (!given) return null;
  for (let share = 0; share < 1; share += 0.02) {
    const darker = formatColor(mix(given, black, share));
    if (contrast(parseColor(darker) ?? black, white) >= readable) return darker;
  }
  return formatColor(black);
}
