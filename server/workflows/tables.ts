import type { RunStepState, WaitReason, WorkflowRunState } from "../../shared/contract/workflows/runs.ts";
import type { StepKind } from "../../shared/domain/workflows/steps.ts";
import type { TriggerKind } from "../../shared/domain/workflows/triggers.ts";

export interface WorkflowRow {
  organizationId: string;
  id: string;
  /** Null where it belongs to the organization. */
  agentId: string | null;
  name: string;
  description: string;
  /** JSON of the draft's Trigger and Graph. */
  trigger: string;
  graph: string;
  revision: number;
  /** JSON list of Simulation. */
  simulations: string;
  /** The published version, and the draft's revision that it was. */
  version: number | null;
  publishedRevision: number | null;
  enabled: number;
  /** JSON of the published Trigger, and its kind while it starts runs by itself; null otherwise. */
  publishedTrigger: string | null;
  startsBy: TriggerKind | null;
  /** When its schedule is due. */
  nextRunAt: number | null;
  /** Runs that failed in a row. */
  failures: number;
  /** Whether one of them was told to the team. */
  failureTold: number;
  pausedAt: number | null;
  pausedReason: string | null;
  /** The unguessable part of its webhook's address. */
  hookId: string;
  sealedSecret: string | null;
  secretEnding: string;
  savedBy: string | null;
  savedByName: string | null;
  savedAt: number | null;
  createdBy: string | null;
  createdAt: number;
  updatedAt: number;
}

export interface WorkflowVersionRow {
  organizationId: string;
  workflowId: string;
  version: number;
  note: string;
  trigger: string;
  graph: string;
  savedBy: string | null;
  savedByName: string | null;
  createdAt: number;
}

export interface WorkflowRunRow {
  organizationId: string;
  id: string;
  workflowId: string;
  agentId: string | null;
  /** Null for a test, whose steps stand in `graph`. */
  version: number | null;
  graph: string | null;
  trigger: TriggerKind;
  state: WorkflowRunState;
  pausedBecause: string | null;
  error: string | null;
  threadId: string | null;
  contactId: string | null;
  /** 1: it handed its conversation over itself, so that a person does not pause it. */
  handedOver: number;
  startedBy: string | null;
  startedByName: string | null;
  retryOf: string | null;
  parentRunId: string | null;
  /** The token of the parent's step. */
  parentToken: string | null;
  depth: number;
  /** Its number among what the same caller started; once for each. */
  clientId: string | null;
  /** JSON of an object each: what it was started with, and its variables now. */
  input: string;
  variables: string;
  result: string | null;
  /** Steps that it has taken. */
  steps: number;
  /** When it goes on by itself, of all that waits; null where nothing does, or it was woken. */
  wakeAt: number | null;
  endsAt: number;
  createdAt: number;
  endedAt: number | null;
}

/** One activation of a step; tries of the same one share its row. */
export interface WorkflowRunStepRow {
  organizationId: string;
  id: string;
  runId: string;
  /** Its place in the run. */
  number: number;
  stepId: string;
  kind: StepKind;
  name: string;
  scope: string;
  /** JSON list of joins that went on without it. */
  late: string;
  state: RunStepState;
  attempt: number;
  inputHash: string | null;
  input: string | null;
  output: string | null;
  outlet: string | null;
  error: string | null;
  /** JSON of what it keeps while it waits, and of what it was given. */
  work: string;
  /** JSON of the run's variables when it began. */
  variables: string | null;
  waitsFor: WaitReason | null;
  /** Goes on with it, once. */
  token: string | null;
  wakeAt: number | null;
  /** Of its run, while it waits for something of that conversation. */
  threadId: string | null;
  childRunId: string | null;
  decidedBy: string | null;
  decidedByName: string | null;
  createdAt: number;
  endedAt: number | null;
}

/** A file that a version uses; 0 is the draft. */
export interface WorkflowFileRow {
  organizationId: string;
  workflowId: string;
  version: number;
  fileId: string;
}

/** A file that a workflow sent to a conversation. */
export interface SentFileRow {
  organizationId: string;
  agentId: string;
  threadId: string;
  fileId: string;
}

declare module "../database/store.ts" {
  interface Tables {
    workflows: WorkflowRow;
    workflowVersions: WorkflowVersionRow;
    workflowRuns: WorkflowRunRow;
    workflowRunSteps: WorkflowRunStepRow;
    workflowFiles: WorkflowFileRow;
    sentFiles: SentFileRow;
  }
}
