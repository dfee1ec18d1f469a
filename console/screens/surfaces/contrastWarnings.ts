import type { WidgetSettings } from "../../../shared/contract/surfaces/surfaces.ts";
import { contrast, formatColor, mix, parseColor } from "../../../shared/domain/color.ts";
import type { Rgb } from "../../../shared/domain/color.ts";
import { schemes } from "../../../shared/ui/style/schemes.ts";

/** What is hard to see, how hard, and the change that mends it. */
export interface ContrastWarning {
  message: string;
  fix: { label: string; settings: Partial<WidgetSettings> };
}

type Colors = Pick<WidgetSettings, "primary" | "onPrimary" | "scheme">;

/** WCAG AA: text needs 4.5 : 1, what is no text (a button's shape, an icon) 3 : 1. */
const readable = 4.5;
const seen = 3;
const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];

/** Says where text of the owner's own color can't be read on the main color. The automatic one always can. */
export function judgeText({ primary, onPrimary }: Colors): ContrastWarning | null {
  const [fill, text] = [parseColor(primary), parseColor(onPrimary ?? "")];
  if (!fill || !text || contrast(fill, text) >= readable) return null;
  const better = contrast(fill, white) >= readable ? "white" : "black";
  return {
    message: `Text on the main color has a contrast of ${write(contrast(fill, text))}, and needs 4.5 : 1. Visitors get ${better} text until you choose another color.`,
    fix: { label: "Choose it automatically", settings: { onPrimary: null } },
  };
}

/** Says on which page, light or dark, buttons of the main color hardly show, with the nearest shade that does. */
export function judgeGround({ primary, scheme }: Colors): ContrastWarning | null {
  const fill = parseColor(primary);
  if (!fill) return null;
  for (const light of scheme === "auto" ? (["light", "dark"] as const) : [scheme]) {
    const ground = parseColor(schemes[light].surface) ?? white;
    const ratio = contrast(fill, ground);
    if (ratio >= seen) continue;
    const shade = moveAway(fill, ground, light === "light" ? black : white);
    return {
      message: `Buttons on the ${light} page have a contrast of ${write(ratio)}, and need 3 : 1. Choose a ${light === "light" ? "darker" : "lighter"} shade.`,
      fix: { label: `Use ${shade}`, settings: { primary: shade } },
    };
  }
  return null;
}

function moveAway(fill: Rgb, ground: Rgb, end: Rgb): string {
  for (let share = 0; share < 1; share += 0.02) {
    const shade = formatColor(mix(fill, end, share));
    if (contrast(parseColor(shade) ?? end, ground) >= seen) return shade;
  }
  return formatColor(end);
}

/** Rounded down, so that what is just too little does not look like enough. */
function write(ratio: number): string {
  return `${(Math.floor(ratio * 10) / 10).toFixed(1)} : 1`;
}
