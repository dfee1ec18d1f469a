import { describe, expect, it } from "vitest";
import { edges, step } from "../../../tests/kit/workflows/graphs.ts";
import type { Step } from "../../../shared/domain/workflows/graph.ts";
import { createFlow } from "./flow.ts";
import type { Activation } from "./flow.ts";

/** Walks a graph in memory: steps end in the order given, each by a way out. Gives all that began, in order. */
function walk(steps: Step[], drawn: string[], ends: string[]): { began: string[]; left: string[] } {
  const flow = createFlow({ steps, edges: edges(...drawn), variables: [] });
  const live: Activation[] = [];
  const began: string[] = [];
  const add = ({ isJoining, ...next }: NonNullable<typeof flow.first>) => {
    const row: Activation = {
      ...next,
      id: `${next.stepId}#${began.length}`,
      state: isJoining ? "joining" : "live",
    };
    if (!isJoining) began.push(next.stepId);
    live.push(row);
    return row;
  };
  if (flow.first) add(flow.first);
  for (const end of ends) {
    const [stepId = "", ...outlets] = end.split(":");
    const at = live.findIndex((one) => one.stepId === stepId && one.state === "live");
    if (at < 0) throw new Error(`${stepId} is not live in ${JSON.stringify(live)}`);
    const [ended] = live.splice(at, 1);
    if (!ended) continue;
    const changes = flow.leave(ended, outlets.length > 0 ? outlets : ["next"], structuredClone(live));
    const made = changes.begin.map(add);
    const find = (id: string) =>
      id.startsWith("new ") ? made[Number(id.slice(4))] : live.find((one) => one.id === id);
    for (const { id, late } of changes.late) Object.assign(find(id) ?? {}, { late });
    for (const id of changes.absorbed) {
      const gone = find(id);
      if (gone) live.splice(live.indexOf(gone), 1);
    }
    for (const id of changes.joined) {
      const joined = find(id);
      if (!joined) continue;
      joined.state = "live";
      began.push(joined.stepId);
    }
  }
  return { began, left: live.map(({ stepId, state }) => `${stepId} ${state}`) };
}

const split = step("split", "parallel", {
  branches: [
    { id: "x", label: "X" },
    { id: "y", label: "Y" },
  ],
});
const [a, b, c, d] = ["a", "b", "c", "d"].map((id) => step(id, "note", { text: id })) as [
  Step,
  Step,
  Step,
  Step,
];
const check = step("check", "condition");
const all = step("all", "join", { mode: "all" });
const any = step("any", "join", { mode: "any" });
const two = ["start > split", "split:x > a", "split:y > b"];

describe("joins and dead branches", () => {
  it.each<[string, Step[], string[], string[], string[], string[]]>([
    [
      "all waits for both branches",
      [split, a, b, all, c],
      [...two, "a > all > c", "b > all"],
      ["split:x:y", "a"],
      ["split", "a", "b"],
      ["b live", "all joining"],
    ],
    [
      "all goes on once when both came",
      [split, a, b, all, c],
      [...two, "a > all > c", "b > all"],
      ["split:x:y", "b", "a", "all", "c"],
      ["split", "a", "b", "all", "c"],
      [],
    ],
    [
      "any goes on with the first, and the late one ends at it",
      [split, a, b, any, c],
      [...two, "a > any > c", "b > any"],
      ["split:x:y", "a", "any", "c", "b"],
      ["split", "a", "b", "any", "c"],
      [],
    ],
    [
      "all does not wait for a branch that a condition did not take",
      [check, a, b, all],
      ["start > check", "check:yes > a > all", "check:no > b > all"],
      ["check:yes", "a", "all"],
      ["check", "a", "all"],
      [],
    ],
    [
      "all does not wait for a branch that turned away from it",
      [split, check, a, b, all, d],
      ["start > split", "split:x > a > all", "split:y > check", "check:yes > b > all", "check:no > d"],
      ["split:x:y", "a", "check:no", "all", "d"],
      ["split", "a", "check", "d", "all"],
      [],
    ],
    [
      "all does not wait for a branch that failed",
      [split, a, b, all],
      [...two, "a > all", "b > all"],
      ["split:x:y", "a", "b:error", "all"],
      ["split", "a", "b", "all"],
      [],
    ],
    [
      "a branch that was left behind does not come into the next round of a circle",
      [split, a, b, any, check, c],
      [...two, "a > any", "b > any > check", "check:yes > split", "check:no > c"],
      ["split:x:y", "a", "any", "check:yes", "split:x:y", "b", "a", "any", "check:no", "c", "b"],
      ["split", "a", "b", "any", "check", "split", "a", "b", "any", "check", "c"],
      [],
    ],
    [
      "joins in a circle that wait for each other go on",
      [split, step("one", "join", { mode: "all" }), step("two", "join", { mode: "all" }), check],
      ["start > split", "split:x > one > two", "split:y > two > check", "check:yes > one"],
      ["split:x:y", "one", "two", "check:no"],
      ["split", "one", "two", "check"],
      [],
    ],
  ])("%s", (_name, steps, drawn, ends, began, left) => {
    expect(walk(steps, drawn, ends)).toEqual({ began, left });
  });
});
