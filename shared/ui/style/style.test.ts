import "../../../tests/kit/heedStyles.ts";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { deriveAccent } from "./accent.ts";
import { contrast, formatColor, mix, parseColor } from "../../domain/color.ts";
import type { Rgb } from "../../domain/color.ts";
import { css, cx, keyframes } from "./css.ts";
import { defaultBrand } from "../../domain/product.ts";
import { schemes } from "./schemes.ts";
import { addRules, adoptStyles, sheet } from "./sheet.ts";
import { startStyles } from "./start.ts";
import { applyTheme } from "./theme.ts";

const rgb = (hex: string): Rgb => parseColor(hex) ?? [0, 0, 0];
const ratio = (a: string, b: string): number => contrast(rgb(a), rgb(b));
const rules = (): string[] => [...(sheet?.cssRules ?? [])].map((rule) => rule.cssText);

describe("the adopted sheet", () => {
  it("takes what css makes, once, and no style element is made", () => {
    const make = (): string => css`
      color: red;
      &:hover {
        color: blue;
      }
    `;
    const name = make();
    const count = rules().length;
    expect(make()).toBe(name);
    expect(rules()).toHaveLength(count);
    expect(rules().filter((rule) => rule.includes(name))).toHaveLength(2);
    expect(document.querySelector("style")).toBeNull();
    expect(document.adoptedStyleSheets).toContain(sheet);
  });

  it("takes keyframes and rules inside media queries", () => {
    const name = keyframes`
      from {
        opacity: 0;
      }
    `;
    css`
      @media (max-height: 417px) {
        color: red;
      }
    `;
    expect(rules().some((rule) => rule.startsWith(`@keyframes ${name}`))).toBe(true);
    expect(rules().some((rule) => rule.includes("417px"))).toBe(true);
  });

  it("serves a shadow root with the same rules", () => {
    const root = document.createElement("div").attachShadow({ mode: "open" });
    adoptStyles(root);
    adoptStyles(root);
    expect(root.adoptedStyleSheets).toEqual([sheet]);
  });

  it("keeps the good rules around one that can't be read, and the order in front", () => {
    addRules(".first{color:red;}.second{color:red;}", true);
    expect(
      rules()
        .slice(0, 2)
        .map((rule) => rule.slice(0, 6)),
    ).toEqual([".first", ".secon"]);
  });

  it("joins names", () => {
    expect(cx("a", false, undefined, "", "b")).toBe("a b");
  });
});

describe("contrast", () => {
  const texts = ["text", "text-2", "text-3", "danger-text", "success-text", "warning-text"] as const;
  const grounds = ["canvas", "surface", "raised", "sunken", "bubble"] as const;
  const cases = (["light", "dark"] as const).flatMap((scheme) =>
    texts.flatMap((text) => grounds.map((ground) => [scheme, text, ground] as const)),
  );
  it.each(cases)("in %s, %s is readable on %s", (scheme, text, ground) => {
    expect(ratio(schemes[scheme][text], schemes[scheme][ground])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(["light", "dark"] as const)(
    "in %s, states are readable on their tints and fields are seen",
    (scheme) => {
      const colors = schemes[scheme];
      for (const tone of ["danger", "success", "warning"] as const) {
        expect(ratio(colors[`${tone}-text`], colors[`${tone}-soft`])).toBeGreaterThanOrEqual(4.5);
      }
      expect(ratio("#ffffff", colors.danger)).toBeGreaterThanOrEqual(4.5);
      expect(ratio("#ffffff", colors["danger-hover"])).toBeGreaterThanOrEqual(4.5);
      expect(ratio(colors["line-strong"], colors.surface)).toBeGreaterThanOrEqual(3);
    },
  );

  it("holds for whatever color somebody chooses", () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.tuple(byte, byte, byte), fc.constantFrom("light", "dark"), (color, scheme) => {
        const accent = deriveAccent(formatColor(color), scheme);
        if (!accent) throw new Error("no accent");
        expect(accent.accent).toBe(formatColor(color));
        expect(ratio(accent["on-accent"], accent.accent)).toBeGreaterThanOrEqual(4.5);
        expect(ratio(accent["on-accent"], accent["accent-hover"])).toBeGreaterThanOrEqual(4.5);
        for (const ground of [
          schemes[scheme].canvas,
          schemes[scheme].surface,
          schemes[scheme].bubble,
          accent["accent-soft"],
        ]) {
          expect(ratio(accent["accent-text"], ground)).toBeGreaterThanOrEqual(4.5);
        }
      }),
    );
  });

  it("takes a wished text color only where it is readable", () => {
    expect(deriveAccent(defaultBrand, "light", "#fff8e0")?.["on-accent"]).toBe("#fff8e0");
    expect(deriveAccent(defaultBrand, "light", "#0e6a70")?.["on-accent"]).toBe("#ffffff");
  });

  it.each(["red", "#12", "#12345", "url(//x)", "#fff;x:y", ""])("%j is no color", (text) => {
    expect(parseColor(text)).toBeUndefined();
    expect(deriveAccent(text, "light")).toBeUndefined();
  });

  it("mixes", () => {
    expect(formatColor(mix([0, 0, 0], [255, 255, 255], 0.5))).toBe("#808080");
    expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21);
  });
});

describe("a theme", () => {
  let root: HTMLElement;
  beforeEach(() => {
    root = document.createElement("div");
  });

  it("is light, comfortable and without own colors by default", () => {
    applyTheme(root, {});
    expect(root.dataset.phScheme).toBe("light");
    expect(root.style.length).toBe(0);
  });

  it("sets what it says and takes back what it no longer says", () => {
    applyTheme(root, { scheme: "auto", primary: "#ffcc00", radius: 4, density: "compact" });
    expect(root.style.getPropertyValue("--ph-light-accent")).toBe("#ffcc00");
    expect(root.style.getPropertyValue("--ph-light-on-accent")).toBe("#101820");
    expect(root.style.getPropertyValue("--ph-radius")).toBe("4px");
    expect(root.dataset).toMatchObject({ phScheme: "auto", phDensity: "compact" });
    applyTheme(root, { primary: "expression(1)", radius: 99 });
    expect(root.style.length).toBe(0);
  });

  it("puts the tokens on the page once", () => {
    startStyles();
    const count = rules().length;
    startStyles({ scheme: "dark" });
    expect(rules()).toHaveLength(count);
    expect(document.documentElement.dataset.phScheme).toBe("dark");
    expect(rules().some((rule) => rule.includes("--ph-canvas"))).toBe(true);
  });
});
