import type { StepConfigs, StepKind } from "../../../shared/domain/workflows/steps.ts";
import type { Variable } from "../../../shared/domain/workflows/graph.ts";
import type { Trigger } from "../../../shared/domain/workflows/triggers.ts";
import type { ForeignFlow, ForeignNode } from "./foreign.ts";

/** A step that stands in for a node, or for a part of one. */
export type StepDraft = {
  [Kind in StepKind]: { kind: Kind; config: StepConfigs[Kind]; name?: string };
}[StepKind];

/** What becomes of a node. Without steps, runs pass over it. */
export interface Mapped {
  /** Steps one after another; none for what is no step of ours. */
  steps: StepDraft[];
  /** The step and the outlet by which a way of the node leaves; without it, the last step's first outlet. Null: nothing follows. */
  wayOf?: (out: string) => { step: number; outlet: string } | null;
  /** The ways between its own steps, where they are not one after another. */
  inner?: { from: number; outlet: string; to: number }[];
  /** What differs from before, in a sentence. */
  changed?: string;
  /** Why it is left out, in a sentence. */
  leftOut?: string;
  /** Of several ways, the one that is gone on by where the node is left out. */
  passBy?: string;
  /** Variables that it brings. */
  variables?: Variable[];
  /** What begins the runs. */
  trigger?: Trigger;
  /** The node is where runs begin. */
  isStart?: boolean;
  /** It belongs to another node, and no run comes to it. */
  isPart?: boolean;
}

/** What a mapping can ask. */
export interface MapContext {
  flow: ForeignFlow;
  /** The variable in which a node keeps what it gives. */
  variableOf: (nodeId: string) => string;
  /** Takes a variable of the other builder's own, by its name there, and gives ours. */
  variableNamed: (name: string) => string;
}

/** How one builder's nodes become steps. */
export type MapNode = (node: ForeignNode, context: MapContext) => Mapped;

/** A node that no run of ours takes. */
export function leaveOut(why: string, passBy?: string): Mapped {
  return { steps: [], leftOut: why, ...(passBy !== undefined && { passBy }) };
}

/** Code that stays as a note, for somebody to put steps in its place. */
export function keepAsNote(code: string, what: string): Mapped {
  const text = code.trim() ? `${what}:\n${code.trim()}`.slice(0, 8000) : what;
  return {
    steps: [{ kind: "note", config: { text } }],
    leftOut: `${what} is kept as a note and not run. Put steps or a skill in its place.`,
  };
}

/** A call of another service, for which a skill has to be chosen. */
export function chooseSkill(what: string, saveAs: string, inputs: Record<string, string> = {}): Mapped {
  return {
    steps: [{ kind: "skill", config: { skill: "", inputs, saveAs } }],
    changed: `Add an action for ${what}, and choose it in this step.`,
  };
}
