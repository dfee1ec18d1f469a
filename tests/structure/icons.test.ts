import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createLucideIcon } from "lucide-react";
import type { LucideProps } from "lucide-react";
import { createElement } from "react";
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { drawIcons } from "../../rollup.icons.ts";
import { drawIcon } from "../../shared/ui/drawIcon.ts";
import { root } from "./files.ts";

const folder = join(root, "node_modules/lucide-react/dist/esm/icons");

function readDrawn(file: string): string {
  const path = join(folder, file);
  return drawIcons().transform(readFileSync(path, "utf8"), path)?.code ?? "";
}

/** The markup of an icon as a sorted list, without what the build leaves out: the names of its classes, and of SVG. */
function listMarkup(icon: ComponentType<LucideProps>, props: LucideProps): string[] {
  return renderToStaticMarkup(createElement(icon, props))
    .replace(/ (?:xmlns|class)="[^"]*"/g, "")
    .split(/(?=[<>])| (?=[\w-]+=")/)
    .toSorted();
}

describe("an icon as the build draws it", () => {
  it("has the lines of the package's, and nothing else", () => {
    expect(readDrawn("check.mjs")).toContain('drawIcon([["path", { d: "M20 6 9 17l-5-5" }]]);');
    expect(readDrawn("trash-2.mjs")).toBe("");
  });

  it("is found in each file of the package, whatever its lines are", () => {
    const drawn = readdirSync(folder)
      .filter((file) => file.endsWith(".mjs"))
      .map(readDrawn);
    expect(drawn.filter((code) => code !== "").length).toBeGreaterThan(1000);
    expect(drawn.filter((code) => /key:|aliases|\n\};/.test(code))).toEqual([]);
  });

  it("says so when the package writes its icons otherwise", () => {
    const code = "export default createLucideIcon(1);";
    expect(() => drawIcons().transform(code, join(folder, "new.mjs"))).toThrow("new.mjs");
  });

  it.each<LucideProps>([
    {},
    { size: 16, "aria-hidden": true },
    { size: 13, strokeWidth: 3 },
    { size: 14, role: "img", "aria-label": "Verified by your site" },
  ])("looks as the package draws it with %j", (props) => {
    const lines: [string, Record<string, string>][] = [
      ["path", { d: "M3 6h18", key: "line" }],
      ["circle", { cx: "12", cy: "12", r: "3", key: "dot" }],
    ];
    expect(listMarkup(drawIcon(lines), props)).toEqual(listMarkup(createLucideIcon("tray", lines), props));
  });
});
