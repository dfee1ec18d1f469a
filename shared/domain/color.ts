/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number];

/** The color of `#rgb` or `#rrggbb`, or undefined for anything else: what authors type never reaches CSS raw. */
export function parseColor(text: string): Rgb | undefined {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text.trim())?.[1];
  if (!hex) return undefined;
  const wide = hex.length === 3 ? hex.replace(/./g, "$&$&") : hex;
  const bits = parseInt(wide, 16);
  return [bits >> 16, (bits >> 8) & 255, bits & 255];
}

/** The `#rrggbb` of a color. */
export function formatColor(rgb: Rgb): string {
  return "#" + rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("");
}

/** The contrast of two colors as WCAG 2 counts it, from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** The color that lies `share` (0 to 1) of the way from one to the other. */
export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const blend = (i: 0 | 1 | 2): number => from[i] + (to[i] - from[i]) * share;
  return [blend(0), blend(1), blend(2)];
}

function luminance(rgb: Rgb): number {
  const [r = 0, g = 0, b = 0] = rgb.map((part) => {
    const s = part / 255;
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
