import type { StepOf } from "../../../shared/domain/workflows/graph.ts";
import type { StepKind } from "../../../shared/domain/workflows/steps.ts";
import type { Tx } from "../../database/store.ts";
import type { ThreadKey } from "../../conversations/deps.ts";
import type { SayingRun } from "../../conversations/threads/threadActs.ts";
import type { WorkflowDeps } from "../deps.ts";
import type { Outcome, Session } from "../running/session.ts";
import type { WorkflowRunRow, WorkflowRunStepRow } from "../tables.ts";

/** What every step knows when it is taken. */
export interface StepView<Kind extends StepKind> {
  deps: WorkflowDeps;
  step: StepOf<Kind>;
  row: WorkflowRunStepRow;
  run: WorkflowRunRow;
  /** What it kept while it waited; `given` is what it waited for. */
  work: Record<string, unknown>;
  variables: Record<string, unknown>;
  /** The text with its variables written out. */
  fill(text: string): string;
  /** What the text stands for: a value where it is one variable. */
  read(text: string): unknown;
  now: number;
}

/** A step that only touches the database: it is a part of the transaction that takes the run on. */
export interface InsideView<Kind extends StepKind> extends StepView<Kind> {
  tx: Tx;
  session: Session;
}

export type InsideStep<Kind extends StepKind> = {
  is: "inside";
  take(view: InsideView<Kind>): Promise<Outcome> | Outcome;
};

/** What a step found outside, still to be written with what follows from it. */
export type Finish = Outcome | ((inside: { tx: Tx; session: Session }) => Promise<Outcome>);

/** A step that asks somebody else. It may be taken again after a crash: outside effects carry the ID of its row. */
export type OutsideStep<Kind extends StepKind> = {
  is: "outside";
  take(view: StepView<Kind>, signal: AbortSignal): Promise<Finish>;
};

export type StepTaker<Kind extends StepKind> = InsideStep<Kind> | OutsideStep<Kind>;

/** A failure in words, for the log and the error outlet. */
export class StepProblem extends Error {
  /** Another try can't help. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal = true } = {}) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** The conversation of a run; a problem in words where it has none. */
export function needThread({ organizationId, agentId, threadId }: WorkflowRunRow): ThreadKey {
  if (threadId === null || agentId === null) throw new StepProblem("This run has no conversation.");
  return { organizationId, agentId, threadId };
}

/** The agent of a run; a problem in words where it has none. */
export function needAgent({ organizationId, agentId }: WorkflowRunRow): {
  organizationId: string;
  agentId: string;
} {
  if (agentId === null) throw new StepProblem("This step needs an agent. Add it to an agent’s workflow.");
  return { organizationId, agentId };
}

/** The run by which the team finds who said something. */
export function nameRun({ workflowId, id: runId }: WorkflowRunRow): SayingRun {
  return { workflowId, runId };
}

/** Whether the agent may speak in the run's conversation now. */
export function maySpeak({ thread }: Session): boolean {
  return thread !== null && thread.handledBy === "ai";
}
