import * as v from "valibot";
import { stepKindNames } from "../../domain/workflows/steps.ts";
import { triggerKinds } from "../../domain/workflows/triggers.ts";
import type { TriggerKind } from "../../domain/workflows/triggers.ts";
import { call } from "../call.ts";
import { count, data, id, list, paging, text, time } from "../shapes.ts";

/** `waiting` is parked until somebody or something continues with it; `paused` while a member has its conversation. */
export const workflowRunStates = ["running", "waiting", "paused", "done", "failed", "cancelled"] as const;
export type WorkflowRunState = (typeof workflowRunStates)[number];

/** `joining` waits for other branches, `looping` for its items; `absorbed` came to a join that continued without it. */
export const runStepStates = [
  ...(["running", "waiting", "joining", "looping"] as const),
  ...(["done", "failed", "absorbed", "cancelled"] as const),
] as const;
export type RunStepState = (typeof runStepStates)[number];

export const waitReasons = [
  ...(["retry", "time", "date", "event"] as const),
  ...(["answer", "form", "approval", "skill", "workflow"] as const),
] as const;
export type WaitReason = (typeof waitReasons)[number];

const kinds = Object.keys(triggerKinds) as TriggerKind[]; // keys of a literal object

export const workflowRun = v.object({
  id,
  workflowId: id,
  workflowName: v.string(),
  agentId: v.nullable(id),
  /** Null for a test of the draft. */
  version: v.nullable(count),
  isTest: v.boolean(),
  trigger: v.picklist(kinds),
  state: v.picklist(workflowRunStates),
  /** Why it is paused, in words: "paused by Ana". */
  pausedBecause: v.nullable(v.string()),
  /** Why it failed, in a sentence. */
  error: v.nullable(v.string()),
  threadId: v.nullable(id),
  startedByName: v.nullable(v.string()),
  /** The run that it continues from: a retry, or the run of the workflow that ran it. */
  retryOf: v.nullable(id),
  parentRunId: v.nullable(id),
  /** Steps that it has taken. */
  steps: count,
  createdAt: time,
  endedAt: v.nullable(time),
});
export type WorkflowRun = v.InferOutput<typeof workflowRun>;

/** One activation of a step. Values are JSON, cut to their beginning where they are long. */
export const workflowRunStep = v.object({
  id,
  stepId: v.string(),
  kind: v.picklist(stepKindNames),
  name: v.string(),
  state: v.picklist(runStepStates),
  /** Tries so far. */
  attempt: count,
  /** The items of loops that it is in, from the outermost on: "2/1". Empty outside of loops. */
  scope: v.string(),
  input: v.nullable(v.string()),
  output: v.nullable(v.string()),
  /** The way out that it took. */
  outlet: v.nullable(v.string()),
  error: v.nullable(v.string()),
  waitsFor: v.nullable(v.picklist(waitReasons)),
  /** When it continues by itself. */
  wakeAt: v.nullable(time),
  /** The person who answered or decided. */
  decidedByName: v.nullable(v.string()),
  /** Whether the caller may decide it now. */
  mayDecide: v.boolean(),
  /** The run that it started. */
  childRunId: v.nullable(id),
  createdAt: time,
  endedAt: v.nullable(time),
});
export type WorkflowRunStep = v.InferOutput<typeof workflowRunStep>;

export const workflowRunDetail = v.object({
  ...workflowRun.entries,
  /** JSON. */
  input: v.string(),
  result: v.nullable(v.string()),
  variables: v.string(),
  /** In the order in which they began. */
  timeline: v.array(workflowRunStep),
});
export type WorkflowRunDetail = v.InferOutput<typeof workflowRunDetail>;

/** A step that waits for a member. */
export const waitingApproval = v.object({
  id,
  runId: id,
  workflowId: id,
  workflowName: v.string(),
  agentId: v.nullable(id),
  threadId: v.nullable(id),
  text: v.string(),
  /** The member who started the run; null if it started automatically. */
  startedByName: v.nullable(v.string()),
  /** The only members who may decide; empty for all who may reply. */
  deciderNames: v.array(v.string()),
  mayDecide: v.boolean(),
  createdAt: time,
  expiresAt: time,
});
export type WaitingApproval = v.InferOutput<typeof waitingApproval>;

const base = "/v1.0/{orgId}/workflows/{workflowId}/runs" as const;
const one = `${base}/{runId}` as const;
const reads = { member: "workflows.read" } as const;
const writes = { member: "workflows.update" } as const;

/** JSON of an object: the values of the workflow's inputs, by name. */
const input = v.pipe(
  v.record(v.pipe(v.string(), v.maxLength(64)), v.unknown()),
  v.check((given) => Object.keys(given).length <= 100, "Use at most 100 inputs."),
);

/**
 * The run is there when this answers. `draft` runs what is saved and marks the run as a test. `threadId` gives it a
 * conversation of the workflow's agent. `hookBody` runs one that a webhook starts as if that had brought this. 400 `invalid_input` where nothing is published, or the draft has problems that block.
 */
export const startWorkflowRun = call({
  family: "workflow",
  method: "POST",
  path: base,
  who: writes,
  forKeys: "filtered",
  audit: false,
  summary: "Starts a workflow.",
  status: 202,
  body: data(
    v.strictObject({
      input: v.optional(input, {}),
      draft: v.optional(v.boolean(), false),
      threadId: v.optional(id),
      hookBody: v.optional(v.unknown()),
      /** Sent twice with the same one, it runs once. */
      clientId: v.optional(id),
    }),
  ),
  answer: data(workflowRun),
});

export const listWorkflowRuns = call({
  family: "workflow",
  method: "GET",
  path: base,
  who: reads,
  forKeys: "filtered",
  summary: "Lists the runs of a workflow, newest first.",
  query: v.object({
    ...paging.entries,
    state: v.optional(v.picklist(workflowRunStates)),
    trigger: v.optional(v.picklist(kinds)),
    threadId: v.optional(id),
  }),
  answer: list(workflowRun),
});

export const getWorkflowRun = call({
  family: "workflow",
  method: "GET",
  path: one,
  who: reads,
  forKeys: "filtered",
  summary: "Returns a run with its steps.",
  answer: data(workflowRunDetail),
});

/** One that has ended stays as it is. */
export const cancelWorkflowRun = call({
  family: "workflow",
  method: "POST",
  path: `${one}/cancel`,
  who: writes,
  forKeys: "filtered",
  audit: "Canceled a run of a workflow",
  summary: "Cancels a run.",
  answer: data(workflowRun),
});

/** A new run with the variables as they were when the step began. 400 `invalid_input` where the step is in a loop or gone. */
export const retryWorkflowRun = call({
  family: "workflow",
  method: "POST",
  path: `${one}/retry`,
  who: writes,
  forKeys: "filtered",
  audit: "Ran a workflow again from a step",
  summary: "Starts a new run from a step of an old one.",
  status: 202,
  body: data(v.strictObject({ stepId: id })),
  answer: data(workflowRun),
});

/** 403 where somebody else must decide; 409 `conflict` where it was decided, has expired or its run has ended. */
export const decideWorkflowStep = call({
  family: "workflow",
  method: "POST",
  path: `${one}/steps/{stepId}/decision`,
  who: { member: "conversations.reply" },
  forKeys: "never",
  audit: "Decided an approval of a workflow",
  summary: "Approves or declines a waiting step of a run.",
  body: data(
    v.strictObject({ decision: v.picklist(["approve", "decline"]), note: v.optional(text(1000), "") }),
  ),
  answer: data(workflowRunStep),
});

export const listWorkflowApprovals = call({
  family: "workflow",
  method: "GET",
  path: "/v1.0/{orgId}/workflowapprovals",
  who: { member: "conversations.reply" },
  forKeys: "never",
  summary: "Lists pending approvals of workflows, oldest first.",
  query: v.object({
    ...paging.entries,
    agentId: v.optional(id),
    /** Of one conversation; `none` for runs that have none. */
    threadId: v.optional(v.union([v.literal("none"), id])),
  }),
  answer: list(waitingApproval),
});
