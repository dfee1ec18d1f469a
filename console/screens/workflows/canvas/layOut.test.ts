import { expect, it } from "vitest";
import { graph, step } from "../../../../tests/kit/workflows/graphs.ts";
import { layOut, nodeHeight, nodeWidth } from "./layOut.ts";

it("the canvas puts each step below what leads to it, Yes left of No, and none over another", () => {
  const steps = [step("ask", "ask"), step("check", "condition"), step("yes", "say"), step("no", "say")];
  const drawn = ["start > ask > check", "check:no > no", "check:yes > yes"];
  const places = layOut(graph(steps, drawn));
  const at = (id: string) => places.get(id) ?? { x: NaN, y: NaN };
  expect(at("ask").y).toBeGreaterThanOrEqual(at("start").y + nodeHeight);
  expect(at("check").y).toBeGreaterThanOrEqual(at("ask").y + nodeHeight);
  expect(at("yes").y).toBeGreaterThanOrEqual(at("check").y + nodeHeight);
  expect(at("no").y).toBe(at("yes").y);
  expect(at("no").x).toBeGreaterThanOrEqual(at("yes").x + nodeWidth);
});

it("the canvas keeps a step where somebody put it", () => {
  const moved = { ...step("ask", "ask"), position: { x: 500, y: -20 } };
  expect(layOut(graph([moved], ["start > ask"])).get("ask")).toEqual({ x: 500, y: -20 });
});
