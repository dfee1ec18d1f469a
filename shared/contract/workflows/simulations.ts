import * as v from "valibot";
import { maxSimulations, maxTurns } from "../../domain/workflows/simulations.ts";
import type { Simulation } from "../../domain/workflows/simulations.ts";
import { call } from "../call.ts";
import { confirmed, data, id, text, title } from "../shapes.ts";
import { workflowRunStates } from "./runs.ts";

const words = v.pipe(
  text(4000),
  v.check((given) => given.trim() !== "", "Field is required"),
);

const turn = v.variant("kind", [
  v.strictObject({ kind: v.literal("visitor"), text: words }),
  v.strictObject({
    kind: v.literal("form"),
    values: v.pipe(
      v.record(v.pipe(v.string(), v.minLength(1), v.maxLength(64)), text(4000)),
      v.check((given) => Object.keys(given).length <= 50, "Use at most 50 fields."),
    ),
  }),
  v.strictObject({ kind: v.literal("team"), decision: v.picklist(["approve", "decline"]) }),
  v.strictObject({ kind: v.literal("result"), stepId: id, value: text(20_000), fails: v.boolean() }),
  v.strictObject({ kind: v.literal("says"), text: words }),
  v.strictObject({ kind: v.literal("reaches"), stepId: id }),
]);

const settings = {
  name: title(120),
  input: v.pipe(
    text(20_000),
    v.check((given) => isObject(given), 'Write an object as JSON, such as {"order": "A-17"}.'),
  ),
  turns: v.pipe(v.array(turn), v.maxLength(maxTurns, `Use at most ${maxTurns} turns.`)),
};

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
  summary: `Adds a simulation, of which a workflow has at most ${maxSimulations}.`,
  body: data(v.strictObject(settings)),
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
  body: data(v.strictObject(settings)),
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
  summary: "Runs all simulations of a workflow on its draft, or one of them.",
  body: data(v.strictObject({ simulationId: v.optional(id) })),
  answer: data(v.array(simulationResult)),
});
