import * as v from "valibot";
import { problemKinds } from "../../domain/workflows/findProblems.ts";
import { maxWorkflows } from "../../domain/workflows/limits.ts";
import { call } from "../call.ts";
import { confirmed, count, data, id, list, paging, revision, savedBy, text, time, title } from "../shapes.ts";
import { workflowGraph, workflowTrigger } from "./graph.ts";

export const workflowProblem = v.object({
  kind: v.picklist(problemKinds),
  stepId: v.nullable(v.string()),
  field: v.nullable(v.string()),
  message: v.string(),
  blocks: v.boolean(),
});

/** A workflow as lists have it. */
export const workflow = v.object({
  id,
  /** Null where it belongs to the organization. */
  agentId: v.nullable(id),
  name: v.string(),
  description: v.string(),
  /** Of the draft. */
  trigger: workflowTrigger,
  /** Whether its published version starts by itself. */
  enabled: v.boolean(),
  /** The published version; null where there is none. */
  version: v.nullable(count),
  /** The draft differs from what is published. */
  hasChanges: v.boolean(),
  /** Saved drafts are counted; a save names the one that it continues from. */
  revision,
  /** How many steps the draft has. */
  steps: count,
  /** Since when it is paused because its runs failed, and what the last one said. */
  paused: v.nullable(v.object({ at: time, reason: v.string() })),
  /** Runs that have not ended, and ended ones of the last seven days. */
  open: count,
  done: count,
  failed: count,
  lastRunAt: v.nullable(time),
  /** When the schedule of the published version is due next. */
  nextRunAt: v.nullable(time),
  savedBy,
  createdAt: time,
  updatedAt: time,
});
export type Workflow = v.InferOutput<typeof workflow>;

/** Where another program starts it; null where its draft has another trigger. `secretEnding` is empty where none is needed. */
export const workflowHook = v.nullable(
  v.object({ url: v.string(), hasSecret: v.boolean(), secretEnding: v.string() }),
);

export const workflowDetail = v.object({
  ...workflow.entries,
  graph: workflowGraph,
  /** What is wrong with the draft; those that block keep it from being published. */
  problems: v.array(workflowProblem),
  hook: workflowHook,
});
export type WorkflowDetail = v.InferOutput<typeof workflowDetail>;

export const workflowVersion = v.object({
  version: count,
  note: v.string(),
  steps: count,
  isPublished: v.boolean(),
  savedBy,
  createdAt: time,
});
export type WorkflowVersion = v.InferOutput<typeof workflowVersion>;

export const workflowVersionDetail = v.object({
  ...workflowVersion.entries,
  trigger: workflowTrigger,
  graph: workflowGraph,
});
export type WorkflowVersionDetail = v.InferOutput<typeof workflowVersionDetail>;

const base = "/v1.0/{orgId}/workflows" as const;
const one = `${base}/{workflowId}` as const;
const reads = { member: "workflows.read" } as const;
const writes = { member: "workflows.update" } as const;

const settings = {
  name: title(120),
  description: text(1000),
  trigger: workflowTrigger,
  graph: workflowGraph,
};
const maxDraftBytes = 1_000_000;

/** `agentId` gives one agent's, `organization` those that belong to none; all of them where it is left out. */
export const listWorkflows = call({
  family: "workflow",
  method: "GET",
  path: base,
  who: reads,
  forKeys: "filtered",
  summary: "Lists workflows by name.",
  query: v.object({
    ...paging.entries,
    agentId: v.optional(v.union([v.literal("organization"), id])),
    search: v.optional(text(120)),
  }),
  answer: list(workflow),
});

/** A draft may have problems: they keep it from being published, not from being saved. */
export const createWorkflow = call({
  family: "workflow",
  method: "POST",
  path: base,
  who: writes,
  forKeys: "filtered",
  audit: "Added a workflow",
  summary: `Adds a workflow. An organization has at most ${maxWorkflows}.`,
  maxBodyBytes: maxDraftBytes,
  body: data(
    v.strictObject({
      agentId: v.optional(v.nullable(id), null),
      name: settings.name,
      description: v.optional(settings.description, ""),
      trigger: v.optional(settings.trigger, { kind: "manual" }),
      graph: v.optional(settings.graph, { steps: [], edges: [], variables: [] }),
    }),
  ),
  answer: data(workflowDetail),
});

export const getWorkflow = call({
  family: "workflow",
  method: "GET",
  path: one,
  who: reads,
  forKeys: "filtered",
  summary: "Returns a workflow with its draft and problems.",
  answer: data(workflowDetail),
});

/** 409 `conflict` where somebody saved it since `revision`. */
export const updateWorkflow = call({
  family: "workflow",
  method: "PUT",
  path: one,
  who: writes,
  forKeys: "filtered",
  audit: false,
  summary: "Saves the draft of a workflow.",
  maxBodyBytes: maxDraftBytes,
  body: data(v.strictObject({ ...settings, revision })),
  answer: data(workflowDetail),
});

export const removeWorkflow = call({
  family: "workflow",
  method: "DELETE",
  path: one,
  who: writes,
  forKeys: "filtered",
  audit: "Deleted a workflow",
  summary: "Deletes a workflow with its versions and runs. Open runs are canceled.",
  query: confirmed,
});

/** 400 `invalid_input` with the first problem in words where one blocks; 409 `conflict` where somebody saved it since. */
export const publishWorkflow = call({
  family: "workflow",
  method: "POST",
  path: `${one}/publish`,
  who: writes,
  forKeys: "filtered",
  audit: "Published a workflow",
  summary: "Publishes the draft as a new version and turns it on. Open runs keep their version.",
  body: data(v.strictObject({ revision, note: v.optional(text(500), "") })),
  answer: data(workflowDetail),
});

/** Turning it on ends a pause. Open runs continue either way. */
export const enableWorkflow = call({
  family: "workflow",
  method: "PUT",
  path: `${one}/enabled`,
  who: writes,
  forKeys: "filtered",
  audit: "Turned a workflow on or off",
  summary: "Turns the published version on or off.",
  body: data(v.strictObject({ enabled: v.boolean() })),
  answer: data(workflowDetail),
});

export const listWorkflowVersions = call({
  family: "workflow",
  method: "GET",
  path: `${one}/versions`,
  who: reads,
  forKeys: "filtered",
  summary: "Lists the versions of a workflow, newest first.",
  query: paging,
  answer: list(workflowVersion),
});

export const getWorkflowVersion = call({
  family: "workflow",
  method: "GET",
  path: `${one}/versions/{version}`,
  who: reads,
  forKeys: "filtered",
  summary: "Returns a version of a workflow with its steps.",
  answer: data(workflowVersionDetail),
});

export const restoreWorkflowVersion = call({
  family: "workflow",
  method: "POST",
  path: `${one}/versions/{version}/restore`,
  who: writes,
  forKeys: "filtered",
  audit: "Restored a version of a workflow",
  summary: "Restores a version as the draft.",
  body: data(v.strictObject({ revision })),
  answer: data(workflowDetail),
});

/** The old secret stops immediately. `secret` is told in this answer and never again. */
export const renewWorkflowHook = call({
  family: "workflow",
  method: "POST",
  path: `${one}/hook`,
  who: writes,
  forKeys: "never",
  audit: "Renewed the secret of a workflow's webhook",
  summary: "Creates a new secret for a workflow's webhook.",
  answer: data(v.object({ url: v.string(), secret: v.string() })),
});
