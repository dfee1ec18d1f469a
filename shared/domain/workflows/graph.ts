import { stepKinds } from "./steps.ts";
import type { StepConfigs, StepKind } from "./steps.ts";

/** One step. Its `retry` and `timeoutSeconds` count only for kinds that may fail. */
export type Step = { [Kind in StepKind]: StepOf<Kind> }[StepKind];

export interface StepOf<Kind extends StepKind> {
  id: string;
  kind: Kind;
  /** As people call it; in a procedure it is the sentence. */
  name: string;
  config: StepConfigs[Kind];
  /** Tries after the first one, and how long the first of them waits; each waits twice as long as the one before. */
  retry: { times: number; seconds: number };
  timeoutSeconds: number;
  /** Where it is on the canvas; laid out by itself where it is null. */
  position: { x: number; y: number } | null;
}

/** From one of a step's outlets to another step. `from` is `startId` for the first step. */
export interface Edge {
  from: string;
  outlet: string;
  to: string;
}

export const variableTypes = ["text", "number", "yes_no", "list", "object"] as const;
export type VariableType = (typeof variableTypes)[number];

export interface Variable {
  name: string;
  type: VariableType;
  description: string;
  /** JSON of what it is to begin with; null where it is empty. */
  value: string | null;
  /** May be given when a run is started. */
  isInput: boolean;
}

export interface Graph {
  steps: Step[];
  edges: Edge[];
  variables: Variable[];
}

/** The ID under which edges leave the trigger; no step has it. */
export const startId = "start";
export const startOutlet = "next";
export const errorOutlet = "error";

/** What every run knows without anybody declaring it. */
export const builtInVariables = {
  trigger: "What began the run: `trigger.kind`, `trigger.body` of a webhook",
  message: "The visitor's message that began the run: `message.text`",
  conversation: "The conversation: `conversation.id`, `conversation.status`",
  contact: "The visitor: `contact.name`, `contact.email`, `contact.phone`",
  run: "The run: `run.id`, `run.startedAt`",
  error: "What went wrong, after an error outlet: `error.message`",
} as const;

/** A way out of a step, with what people read. */
export interface Outlet {
  id: string;
  label: string;
}

/** The outlets of a step in order: those that its owner named, its kind's own, and the one for failures. */
export function outletsOf(step: Pick<Step, "kind" | "config">): Outlet[] {
  const { outlets, mayFail } = stepKinds[step.kind];
  const isPlainWait = step.kind === "wait" && (step.config as StepConfigs["wait"]).until !== "event";
  return [
    ...namedOutlets(step),
    ...Object.entries(outlets)
      .filter(([id]) => !(isPlainWait && id === "timeout"))
      .map(([id, label]) => ({ id, label })),
    ...(mayFail ? [{ id: errorOutlet, label: "If it fails" }] : []),
  ];
}

function namedOutlets({ config }: Pick<Step, "config">): Outlet[] {
  if ("cases" in config) return config.cases;
  if ("intents" in config) return config.intents;
  if ("branches" in config) return config.branches;
  return [];
}

/** The names of variables that a step sets. */
export function savedBy(step: Step): string[] {
  switch (step.kind) {
    case "ask":
      return [step.config.field.id];
    case "loop":
      return [step.config.item, `${step.config.item}Index`];
    case "set":
      return step.config.values.map(({ name }) => name);
    default:
      return "saveAs" in step.config ? [step.config.saveAs] : [];
  }
}

/** A new step of a kind, as the editor adds it. */
export function newStep<Kind extends StepKind>(kind: Kind, id: string): StepOf<Kind> {
  const { label, empty } = stepKinds[kind];
  return {
    ...{ id, kind, name: label, config: structuredClone(empty) as StepConfigs[Kind] }, // the row is the kind's own
    ...{ retry: { times: 0, seconds: 5 }, timeoutSeconds: 60, position: null },
  };
}
