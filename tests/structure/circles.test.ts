import { describe, expect, it } from "vitest";
import { findCircles } from "./circles.ts";
import { listMentions } from "./imports.ts";

const find = (texts: Record<string, string>) =>
  findCircles(new Map(Object.entries(texts).map(([path, text]) => [path, listMentions(path, text)])));

describe("the circles of imports", () => {
  it("are none where imports go one way", () => {
    expect(
      find({ "a.ts": `import { b } from "./b.ts";`, "b.ts": `import { c } from "./c.ts";`, "c.ts": "" }),
    ).toEqual([]);
  });

  it("are told with all their files", () => {
    const texts = {
      "x/a.ts": `import { b } from "../b.ts";`,
      "b.ts": `export { c } from "./c.ts";`,
      "c.ts": `import { a } from "./x/a.ts";`,
      "d.ts": `import { a } from "./x/a.ts";`,
    };
    expect(find(texts)).toEqual([{ kind: "values", files: ["b.ts", "c.ts", "x/a.ts"] }]);
  });

  it.each([
    [`const a = await import("./a.ts");`, "import()"],
    [`import type { A } from "./a.ts";`, "types"],
    [`type A = import("./a.ts").A;`, "types"],
  ])("are told by what keeps them together: %s", (back, kind) => {
    expect(find({ "a.ts": `import { b } from "./b.ts";`, "b.ts": back })).toEqual([
      { kind, files: ["a.ts", "b.ts"] },
    ]);
  });

  it("are told twice where types make a larger one of a circle of values", () => {
    const texts = {
      "a.ts": `import { b } from "./b.ts";`,
      "b.ts": `import { a } from "./a.ts"; import { c } from "./c.ts";`,
      "c.ts": `import type { A } from "./a.ts";`,
    };
    expect(find(texts)).toEqual([
      { kind: "values", files: ["a.ts", "b.ts"] },
      { kind: "types", files: ["a.ts", "b.ts", "c.ts"] },
    ]);
  });
});
