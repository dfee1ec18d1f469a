import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contrast, formatColor, parseColor } from "../../domain/color.ts";
import { deriveOwnColors } from "./ownColors.ts";

const hex = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map(formatColor);
const between = (one = "", other = "") =>
  contrast(parseColor(one) ?? [0, 0, 0], parseColor(other) ?? [0, 0, 0]);

describe("colors on a background of somebody's own", () => {
  it("can be read whatever was chosen", () => {
    fc.assert(
      fc.property(hex, hex, hex, (background, text, primary) => {
        const { colors = {} } = deriveOwnColors({ background, text, primary }) ?? {};
        for (const ground of ["surface", "canvas", "sunken", "bubble"])
          for (const name of ["text", "text-2", "text-3", "accent-text"])
            expect(between(colors[name], colors[ground])).toBeGreaterThanOrEqual(4.5);
        expect(between(colors["accent-text"], colors["accent-soft"])).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it("keep the text that was chosen where it can be read, and bring the scheme that fits", () => {
    expect(deriveOwnColors({ background: "#fff8ee", text: "#40210f" })).toMatchObject({
      scheme: "light",
      colors: { surface: "#fff8ee", text: "#40210f" },
    });
    expect(deriveOwnColors({ background: "#101828" })?.scheme).toBe("dark");
  });

  it("are none where the background is none", () => {
    expect(deriveOwnColors({ background: "red;}" })).toBeUndefined();
  });
});
