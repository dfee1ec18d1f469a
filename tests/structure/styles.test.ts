import { describe, expect, it } from "vitest";
import { findLostStyles, findSharedChanges } from "./styles.ts";

describe("styles", () => {
  it("are told where one of the same text may be loaded before", () => {
    const base = "const base = css`color: red; & > a { margin: 0; }`;";
    const changing = (style: string) => [
      { path: "a.tsx", text: `${base} const change = css\`${style}\`; const c = cx(base, isOn && change);` },
      { path: "b.tsx", text: `const other = css\`${style}\`;` },
    ];
    expect(findSharedChanges(changing("color: blue;")).join()).toContain("a.tsx:1 changes color");
    expect(findSharedChanges(changing("margin: 0;"))).toEqual([]);
    expect(findSharedChanges(changing("color: blue;").slice(0, 1))).toEqual([]);
  });

  it.each([
    ["const a = css`color: red`;", `"color: red" needs its final ;`],
    ["const a = css`color: red; &:hover { opacity: 0.9 }`;", `"opacity: 0.9" needs its final ;`],
    ["const a = keyframes`from { opacity: 0 } to { opacity: 1; }`;", `"opacity: 0" needs`],
    ["const a = css`width: ${size}px`;", `"width: put-inpx" needs`],
    ['const a = css`&::after { content: "{"; }`;', "brace inside quotes"],
    ["const a = css`& label:has(:checked) svg { color: red; }`;", "as a selector of its own"],
    ["const a = css`@media (width > 1px) { & a:not([b]) > i { color: red; } }`;", "as a selector of its own"],
    ["const a = css`& label:not(:has(:checked)) { color: red; }`;", "as a selector of its own"],
    ["const a = css`&:not(:has(a)) { color: red; }`;", "as a selector of its own"],
  ])("stop %s", (text, words) => {
    expect(findLostStyles("shared/ui/a.ts", text).join()).toContain(words);
  });

  it.each([
    "const a = css`color: red; /* x */ &:hover { opacity: 0.9; }\n`;",
    "const a = css``;",
    "const a = css`& a:has(:checked) { & svg { color: red; } }`;",
    "const a = css`&:not([a]) > svg, & li:nth-child(2) { color: red; }`;",
    "const a = other`red`;",
  ])("let %s pass", (text) => {
    expect(findLostStyles("shared/ui/a.ts", text)).toEqual([]);
  });
});
