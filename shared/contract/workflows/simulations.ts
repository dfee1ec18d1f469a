import * as v from "valibot";
import { maxSimulations, maxTurns, mostCustomerTurns } from "../../domain/workflows/simulations.ts";
import type { Simulation } from "../../domain/workflows/simulations.ts";
import { call } from "../call.ts";
import { confirmed, count, data, id, text, title } from "../shapes.ts";
import { workflowRunStates } from "./runs.ts";
import { formField } from "../forms/fields.ts";
import { stepKindNames } from "../../domain/workflows/steps.ts";

const words = v.pipe(
  text(4000),
  v.check((given) => given.trim() !== "", "Field is required"),
);

const acts = [
  v.strictObject({ kind: v.literal("visitor"), text: words }),
  v.strictObject({
    kind: v.literal("form"),
    values: v.pipe(
      v.record(v.pipe(v.string(), v.minLength(1), v.maxLength(64)), text(4000)),
      v.check((given) => Object.keys(given).length <= 50, "Use at most 50 fields."),
    ),
  }),
  v.strictObject({ kind: v.literal("team"), decision: v.picklist(["approve", "decline"]) }),
] as const;

const turn = v.variant("kind", [
  ...acts,
  v.strictObject({ kind: v.literal("result"), stepId: id, value: text(20_000), fails: v.boolean() }),
  v.strictObject({ kind: v.literal("says"), text: words }),
  v.strictObject({ kind: v.literal("reaches"), stepId: id }),
]);

const input = v.pipe(
  text(20_000),
  v.check((given) => isObject(given), 'Write an object as JSON, such as {"order": "A-17"}.'),
);

const settings = {
  name: title(120),
  input,
  turns: v.pipe(v.array(turn), v.maxLength(maxTurns, `Use at most ${maxTurns} turns.`)),
  /** A model plays the customer. Without it, the script's turns of the visitor do. */
  customer: v.optional(
    v.nullable(
      v.strictObject({
        goal: words,
        mostTurns: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostCustomerTurns)),
      }),
    ),
  ),
};

/** One customer at a time. */
const newSimulation = v.pipe(
  v.strictObject(settings),
  v.forward(
    v.check(
      ({ customer, turns }) => !customer || turns.every(({ kind }) => kind !== "visitor" && kind !== "form"),
      "A model plays the customer, so remove the visitor’s turns from the script.",
    ),
    ["turns"],
  ),
);

function isObject(given: string): boolean {
  try {
    const value: unknown = JSON.parse(given);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

export const workflowSimulation: v.GenericSchema<unknown, Simulation> = v.object({ id, ...settings });

/** What was said and done: by the visitor, the workflow, a member, or as a line about what happened. */
export const simulationLine = v.object({
  by: v.picklist(["visitor", "workflow", "team", "event"]),
  text: v.string(),
});
export type SimulationLine = v.InferOutput<typeof simulationLine>;

export const simulationResult = v.object({
  id,
  passed: v.boolean(),
  /** The turn that went wrong, from 0 on, and why; null where none did. */
  turn: v.nullable(v.number()),
  problem: v.nullable(v.string()),
  /** Where the run is at the end of the script. */
  state: v.picklist(workflowRunStates),
  lines: v.array(simulationLine),
  /** What the model that played the customer would cost a budget. */
  credits: v.optional(count),
});
export type SimulationResult = v.InferOutput<typeof simulationResult>;

const all = "/v1.0/{orgId}/workflows/{workflowId}/simulations" as const;
const one = `${all}/{simulationId}` as const;
const reads = { member: "workflows.read" } as const;
const writes = { member: "workflows.update" } as const;

export const listWorkflowSimulations = call({
  family: "workflow",
  method: "GET",
  path: all,
  who: reads,
  forKeys: "filtered",
  summary: "Lists the simulations of a workflow.",
  answer: data(v.array(workflowSimulation)),
});

/** 409 `conflict` beyond as many as a workflow may have. */
export const createWorkflowSimulation = call({
  family: "workflow",
  method: "POST",
  path: all,
  who: writes,
  forKeys: "filtered",
  audit: "Added a simulation of a workflow",
  summary: `Adds a simulation. A workflow has at most ${maxSimulations}.`,
  body: data(newSimulation),
  answer: data(workflowSimulation),
});

export const updateWorkflowSimulation = call({
  family: "workflow",
  method: "PUT",
  path: one,
  who: writes,
  forKeys: "filtered",
  audit: "Changed a simulation of a workflow",
  summary: "Changes a simulation.",
  body: data(newSimulation),
  answer: data(workflowSimulation),
});

export const removeWorkflowSimulation = call({
  family: "workflow",
  method: "DELETE",
  path: one,
  who: writes,
  forKeys: "filtered",
  audit: "Deleted a simulation of a workflow",
  summary: "Deletes a simulation.",
  query: confirmed,
});

/** Runs the saved draft. Nothing is sent, changed or kept; the agent's sources are searched, and its model may be asked. */
export const runWorkflowSimulations = call({
  family: "workflow",
  method: "POST",
  path: `${all}/run`,
  who: writes,
  forKeys: "filtered",
  audit: false,
  limit: "tryAgent",
  summary: "Runs all scripted simulations of a workflow on its draft, or one simulation.",
  body: data(
    v.strictObject({
      /** Without it, those whose customer a model plays are left out: they cost. */
      simulationId: v.optional(id),
    }),
  ),
  answer: data(v.array(simulationResult)),
});

/** A step that was taken. Values are JSON, cut to their beginning where they are long. */
const takenStep = v.object({
  stepId: v.string(),
  kind: v.picklist(stepKindNames),
  name: v.string(),
  input: v.nullable(v.string()),
  output: v.nullable(v.string()),
  outlet: v.nullable(v.string()),
  error: v.nullable(v.string()),
});

/** Where a run is that somebody steps through. */
export const steppedRun = v.object({
  /** Sealed; the next call brings it back. Nothing is kept here. */
  progress: v.string(),
  state: v.picklist(workflowRunStates),
  error: v.nullable(v.string()),
  /** JSON. */
  result: v.nullable(v.string()),
  variables: v.string(),
  /** By this call, in order, and what was said and would have been done. */
  taken: v.array(takenStep),
  lines: v.array(simulationLine),
  /** The step that comes next; `mayGive`: its result can be given. */
  next: v.nullable(
    v.object({
      stepId: v.string(),
      kind: v.picklist(stepKindNames),
      name: v.string(),
      mayGive: v.boolean(),
    }),
  ),
  /** What the run waits for, where no step can be taken. */
  waits: v.nullable(
    v.object({
      for: v.picklist(["visitor", "form", "team", "time"]),
      stepId: v.string(),
      name: v.string(),
      fields: v.array(formField),
    }),
  ),
});
export type SteppedRun = v.InferOutput<typeof steppedRun>;

/**
 * Without `progress` it begins, before the first step. `act` is what somebody does where the run waits for it; `time` lets
 * time pass. `gives` is what the next step gives. 409 `conflict` where the draft was saved since.
 */
export const stepThroughWorkflow = call({
  family: "workflow",
  method: "POST",
  path: "/v1.0/{orgId}/workflows/{workflowId}/steps",
  who: writes,
  forKeys: "filtered",
  audit: false,
  limit: "tryAgent",
  summary: "Runs the next step of a test of the draft. Nothing is sent, changed or stored.",
  maxBodyBytes: 4_000_000,
  body: data(
    v.strictObject({
      progress: v.optional(text(3_500_000)),
      input: v.optional(input),
      /** The visitor's message that begins it. */
      message: v.optional(text(4000)),
      act: v.optional(v.variant("kind", [...acts, v.strictObject({ kind: v.literal("time") })])),
      gives: v.optional(v.strictObject({ value: text(20_000), fails: v.boolean() })),
      /** Where the run waits for somebody, or ends; the next step where it is left out. */
      to: v.optional(v.literal("end")),
    }),
  ),
  answer: data(steppedRun),
});
