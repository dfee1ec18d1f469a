import fc from "fast-check";
import { expect, it } from "vitest";
import { readOutline, writeOutline } from "./outline.ts";
import type { Edge } from "../../../../shared/domain/workflows/graph.ts";
import type { OutlineGraph, OutlineItem, WayOut } from "./outline.ts";

const kinds: Record<string, readonly WayOut[]> = {
  plain: [{ outlet: "next", isMain: true }],
  guarded: [{ outlet: "next", isMain: true }, { outlet: "error" }],
  choice: [{ outlet: "yes" }, { outlet: "no" }],
  loop: [
    { outlet: "next", isMain: true },
    { outlet: "each", returns: "nowhere" },
  ],
  end: [],
};

function makeGraph(kindOf: Record<string, string>, lines: string[]): OutlineGraph {
  const edges = lines.map((line): Edge => {
    const [from = "", outlet = "", to = ""] = line.split(" ");
    return { from, outlet, to };
  });
  return { start: "a", ids: Object.keys(kindOf), waysOf: (id) => kinds[kindOf[id] ?? ""] ?? [], edges };
}

/** `a ?(yes: b | no: -> d) c` */
function print(items: readonly OutlineItem[]): string {
  return items
    .map((item) => {
      if (item.kind === "goto") return `->${item.to}`;
      if (item.kind === "stop") return "stop";
      const branches = item.branches.map(({ outlet, items: inner }) => `${outlet}: ${print(inner)}`.trim());
      return branches.length > 0 ? `${item.id}(${branches.join(" | ")})` : item.id;
    })
    .join(" ");
}

it.each([
  ["steps in a row", { a: "plain", b: "plain", c: "end" }, ["a next b", "b next c"], "a b c"],
  [
    "branches that meet again, one of them empty",
    { a: "choice", b: "plain", c: "end" },
    ["a yes b", "a no c", "b next c"],
    "a(yes: b | no:) c",
  ],
  [
    "a branch that ends where the other goes on",
    { a: "choice", b: "plain", c: "choice", d: "plain", e: "plain" },
    ["a yes c", "a no b", "b next e", "c yes d", "d next e"],
    "a(yes: c(yes: d | no: stop) | no: b) e",
  ],
  [
    "a way back",
    { a: "plain", b: "choice", c: "end" },
    ["a next b", "b yes a", "b no c"],
    "a b(yes: ->a | no: c)",
  ],
  [
    "what an error leads to",
    { a: "guarded", b: "plain", c: "plain" },
    ["a next b", "a error c", "c next b"],
    "a(error: c) b",
  ],
  ["the body of a loop", { a: "loop", b: "plain", c: "end" }, ["a each b", "a next c"], "a(each: b) c"],
])("reads %s", (_, kindOf, lines, expected) => {
  const graph = makeGraph(kindOf, lines);
  const outline = readOutline(graph);
  expect(print(outline.items)).toBe(expected);
  expect(
    writeOutline(outline, graph.waysOf)
      .edges.map(({ from, outlet, to }) => `${from} ${outlet} ${to}`)
      .sort(),
  ).toEqual([...lines].sort());
});

it("lists steps that nothing leads to, with what follows them", () => {
  const graph = makeGraph({ a: "end", c: "plain", b: "plain" }, ["b next c"]);
  expect(readOutline(graph).loose.map(print)).toEqual(["b c"]);
});

it("gives any graph back as it was, with every step once", () => {
  const ids = [..."abcdefghij"];
  const graphs = fc.record({
    kindOf: fc.tuple(...ids.map(() => fc.constantFrom(...Object.keys(kinds)))),
    targets: fc.array(fc.option(fc.constantFrom(...ids)), { minLength: 20, maxLength: 20 }),
  });
  fc.assert(
    fc.property(graphs, ({ kindOf, targets }) => {
      const named = Object.fromEntries(ids.map((id, at) => [id, kindOf[at] ?? "end"]));
      const edges = ids.flatMap((from, at) =>
        (kinds[named[from] ?? ""] ?? []).flatMap(({ outlet }, way) => {
          const to = targets[at * 2 + way];
          return to ? [{ from, outlet, to }] : [];
        }),
      );
      const graph = { ...makeGraph(named, []), edges };
      const outline = readOutline(graph);
      const steps = [outline.items, ...outline.loose].flatMap(listSteps);
      expect([...steps].sort()).toEqual(ids);
      const written = writeOutline(outline, graph.waysOf);
      expect(written.start).toBe("a");
      expect(sort(written.edges)).toEqual(sort(edges));
    }),
    { numRuns: 500 },
  );
});

function listSteps(items: readonly OutlineItem[]): string[] {
  return items.flatMap((item) =>
    item.kind === "step" ? [item.id, ...item.branches.flatMap((branch) => listSteps(branch.items))] : [],
  );
}

function sort(edges: readonly Edge[]): string[] {
  return edges.map(({ from, outlet, to }) => `${from} ${outlet} ${to}`).sort();
}
