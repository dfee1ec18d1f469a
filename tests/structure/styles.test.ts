import { describe, expect, it } from "vitest";
import { listSources, readProject } from "./files.ts";
import { findLostStyles } from "./styles.ts";

describe("styles", () => {
  it("lose nothing on the way through goober", () => {
    const sources = listSources().filter((path) => /^(console|widget|shared)\//.test(path));
    expect(sources.flatMap((path) => findLostStyles(path, readProject(path)))).toEqual([]);
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
