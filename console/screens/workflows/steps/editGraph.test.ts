import { expect, it } from "vitest";
import { newStep, startId } from "../../../../shared/domain/workflows/graph.ts";
import type { Graph, Step } from "../../../../shared/domain/workflows/graph.ts";
import type { StepKind } from "../../../../shared/domain/workflows/steps.ts";
import {
  addSteps,
  changeStep,
  copyStep,
  indentStep,
  moveAfter,
  moveStep,
  outdentStep,
  pasteClip,
  removeStep,
  removeSteps,
  setTail,
} from "./editGraph.ts";
import { numberSteps, outlineOf } from "./graphOutline.ts";

const step = (id: string, kind: StepKind): Step => newStep(kind, id) as Step; // of that kind

/** a, then c? with yes: b, then d. */
function start(): Graph {
  let graph: Graph = { steps: [], edges: [], variables: [] };
  graph = addSteps(graph, "end", [step("a", "say"), step("c", "condition"), step("d", "say")]);
  return addSteps(graph, { in: "c", outlet: "yes" }, [step("b", "say")]);
}

const lines = ({ edges }: Graph) => edges.map(({ from, outlet, to }) => `${from} ${outlet} ${to}`).sort();
const base = ["a next c", "b next d", "c no d", "c yes b", "start next a"];

it.each<[string, (graph: Graph) => Graph, string[]]>([
  [
    "moves a step down past a branch",
    (g) => moveStep(g, "a", 1),
    ["a next d", "b next a", "c no a", "c yes b", "start next c"],
  ],
  [
    "moves the last step of a branch out of it",
    (g) => moveStep(g, "b", 1),
    ["a next c", "b next d", "c no b", "c yes b", "start next a"],
  ],
  [
    "moves the first step of a branch before it",
    (g) => moveStep(g, "b", -1),
    ["a next b", "b next c", "c no d", "c yes d", "start next a"],
  ],
  ["leaves the first step where it is", (g) => moveStep(g, "a", -1), base],
  [
    "indents into the last branch",
    (g) => indentStep(g, "d"),
    ["a next c", "c no d", "c yes b", "start next a"],
  ],
  [
    "outdents to after the branch's step",
    (g) => outdentStep(g, "b"),
    ["a next c", "b next d", "c no b", "c yes b", "start next a"],
  ],
  [
    "drags a step into a branch",
    (g) => moveAfter(g, "d", "b"),
    ["a next c", "b next d", "c yes b", "start next a"],
  ],
  ["doesn't drag a step into its own branch", (g) => moveAfter(g, "c", "b"), base],
  ["removes a step with its branches", (g) => removeStep(g, "c"), ["a next d", "start next a"]],
  ["removes several steps", (g) => removeSteps(g, ["c", "b", "d"]), ["start next a"]],
  [
    "leads a branch back",
    (g) => setTail(g, { in: "c", outlet: "no" }, { goto: "a" }),
    ["a next c", "b next d", "c no a", "c yes b", "start next a"],
  ],
  [
    "ends a branch",
    (g) => setTail(g, { in: "c", outlet: "no" }, "stop"),
    ["a next c", "b next d", "c yes b", "start next a"],
  ],
])("%s", (_, change, expected) => {
  expect(lines(change(start()))).toEqual(expected);
});

it("ends what led to a step that is removed", () => {
  const back = setTail(start(), { in: "c", outlet: "no" }, { goto: "a" });
  expect(lines(removeStep(back, "a"))).toEqual(["b next d", "c yes b", "start next c"]);
});

it("pastes a step with its branches under IDs of their own", () => {
  let count = 0;
  const graph = start();
  const pasted = pasteClip(
    graph,
    { after: "d" },
    { clip: copyStep(graph, "c"), makeId: () => `n${(count += 1)}` },
  );
  expect(pasted.steps.map(({ id }) => id)).toEqual(["a", "c", "b", "d", "n1", "n2"]);
  expect(lines(pasted)).toEqual([...base, "d next n1", "n1 yes n2"].sort());
});

it("continues below with a new case, and leaves the target of a removed one unconnected", () => {
  const choice = step("s", "switch");
  const cases = ["x", "y"].map((id) => ({ id, label: id, equals: id }));
  const of = (some: typeof cases) => ({ ...choice, config: { value: "{{v}}", cases: some } }) as Step; // a switch
  let graph = addSteps({ steps: [], edges: [], variables: [] }, "end", [
    of(cases.slice(0, 1)),
    step("z", "end"),
  ]);
  graph = changeStep(graph, of(cases));
  expect(lines(graph)).toEqual(["s else z", "s x z", "s y z", "start next s"]);
  graph = changeStep(addSteps(graph, { in: "s", outlet: "y" }, [step("w", "say")]), of(cases.slice(0, 1)));
  expect(graph.edges.some(({ from, to }) => from === startId && to === "s")).toBe(true);
  expect(outlineOf(graph).loose).toHaveLength(1);
});

it("numbers the steps of branches after their step", () => {
  expect([...numberSteps(outlineOf(start()))]).toEqual([
    ["a", "1"],
    ["c", "2"],
    ["b", "2.1"],
    ["d", "3"],
  ]);
});
