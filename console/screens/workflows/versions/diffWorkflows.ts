import { describeStep, nameOfStep } from "../../../../shared/domain/workflows/describeStep.ts";
import { outletsOf, startId } from "../../../../shared/domain/workflows/graph.ts";
import type { Graph, Step } from "../../../../shared/domain/workflows/graph.ts";
import type { Trigger } from "../../../../shared/domain/workflows/triggers.ts";
import { describeTrigger } from "../describeTrigger.ts";

/** One difference between two versions, in words. */
export interface WorkflowChange {
  kind: "added" | "removed" | "changed";
  what: string;
  before: string;
  after: string;
}

interface Compared {
  trigger: Trigger;
  graph: Graph;
}

/** Lists what differs between two versions of a workflow: its trigger, steps, ways and variables. */
export function diffWorkflows(before: Compared, after: Compared): WorkflowChange[] {
  return [
    ...compare(
      "Trigger",
      [describeTrigger(before.trigger), describeTrigger(after.trigger)],
      !isSame(before.trigger, after.trigger),
    ),
    ...diffSteps(before.graph, after.graph),
    ...diffVariables(before.graph, after.graph),
  ];
}

function diffSteps(before: Graph, after: Graph): WorkflowChange[] {
  const old = new Map(before.steps.map((step) => [step.id, step]));
  const now = new Map(after.steps.map((step) => [step.id, step]));
  const removed = before.steps.filter(({ id }) => !now.has(id));
  return [
    ...after.steps.flatMap((step): WorkflowChange[] => {
      const was = old.get(step.id);
      const what = nameOfStep(step);
      if (!was) return [{ kind: "added", what, before: "", after: describeStep(step) }];
      const [from, to] = [writeStep(was, before), writeStep(step, after)];
      return compare(what, [from, to], from !== to);
    }),
    ...removed.map((step): WorkflowChange => ({
      ...{ kind: "removed", what: nameOfStep(step), before: describeStep(step), after: "" },
    })),
    ...compare("First step", [firstOf(before), firstOf(after)], startOf(before) !== startOf(after)),
  ];
}

function diffVariables(before: Graph, after: Graph): WorkflowChange[] {
  const old = new Map(before.variables.map((one) => [one.name, one]));
  const now = new Map(after.variables.map((one) => [one.name, one]));
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((name): WorkflowChange[] => {
    const [was, is] = [old.get(name), now.get(name)];
    const what = `Variable ${name}`;
    if (!was) return [{ kind: "added", what, before: "", after: is?.value ?? "empty" }];
    if (!is) return [{ kind: "removed", what, before: was.value ?? "empty", after: "" }];
    const write = (one: typeof is) =>
      [one.type, one.value ?? "empty", one.isInput ? "input" : ""].filter(Boolean).join(", ");
    return compare(what, [write(was), write(is)], !isSame(was, is));
  });
}

/** All that a step says, a line each, so that a comparison shows which of it changed. */
function writeStep(step: Step, { edges, steps }: Graph): string {
  const nameOf = (id: string) => {
    const to = steps.find((one) => one.id === id);
    return to ? nameOfStep(to) : "";
  };
  const ways = outletsOf(step).flatMap(({ id, label }) =>
    edges
      .filter(({ from, outlet }) => from === step.id && outlet === id)
      .map(({ to }) => `${label}: ${nameOf(to)}`),
  );
  const { retry, timeoutSeconds } = step;
  return [
    `Name: ${nameOfStep(step)}`,
    ...Object.entries(step.config).map(([field, value]) => `${field}: ${write(value)}`),
    ...(retry.times > 0 ? [`Retries: ${retry.times}, after ${retry.seconds} s`] : []),
    `Timeout: ${timeoutSeconds} s`,
    ...ways,
  ].join("\n");
}

function write(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function compare(what: string, texts: [string, string], differs: boolean): WorkflowChange[] {
  const [before, after] = texts;
  return differs ? [{ kind: "changed", what, before, after }] : [];
}

function startOf({ edges }: Graph): string | undefined {
  return edges.find(({ from }) => from === startId)?.to;
}

function firstOf(graph: Graph): string {
  const step = graph.steps.find(({ id }) => id === startOf(graph));
  return step ? nameOfStep(step) : "None";
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
