import { describe, expect, it } from "vitest";
import { contrast, parseColor } from "../../../shared/domain/color.ts";
import { schemes } from "../../../shared/ui/style/schemes.ts";
import { judgeGround, judgeText } from "./contrastWarnings.ts";
import { presets } from "./presets.ts";

const ratio = (one: string, other: string) => {
  const [a, b] = [parseColor(one), parseColor(other)];
  return a && b ? contrast(a, b) : 0;
};

describe("text on the main color", () => {
  it.each([
    ["#2f5bea", null, false],
    ["#2f5bea", "#ffffff", false],
    ["#2f5bea", "#000000", true],
    ["#f5c400", "#ffffff", true],
    ["#f5c400", "#101820", false],
  ])("%s with %s warns: %s", (primary, onPrimary, warns) => {
    const warning = judgeText({ primary, onPrimary, scheme: "auto" });
    expect(warning !== null).toBe(warns);
    expect(warning?.message ?? "needs 4.5 : 1").toContain("needs 4.5 : 1");
  });
});

describe("the main color on the page", () => {
  it.each([
    ["#ffe680", "auto", "light"],
    ["#ffe680", "dark", null],
    ["#101820", "auto", "dark"],
    ["#101820", "light", null],
    ["#2f5bea", "auto", null],
  ] as const)("%s in %s hardly shows on: %s", (primary, scheme, page) => {
    const warning = judgeGround({ primary, scheme, onPrimary: null });
    if (page === null) return expect(warning).toBeNull();
    expect(warning?.message).toContain(`on the ${page} page`);
    const shade = warning?.fix.settings.primary ?? "";
    expect(ratio(shade, schemes[page].surface)).toBeGreaterThanOrEqual(3);
    expect(judgeGround({ primary: shade, scheme, onPrimary: null })).toBeNull();
  });

  it("never rounds what is too little up to what is enough", () => {
    const warning = judgeGround({ primary: "#959595", scheme: "light", onPrimary: null });
    expect(warning?.message).toContain("2.9 : 1");
  });
});

describe("the presets", () => {
  it.each(presets.map((preset) => [preset.name, preset.look] as const))("%s warns of nothing", (_, look) => {
    expect([judgeText(look), judgeGround(look)]).toEqual([null, null]);
  });
});
