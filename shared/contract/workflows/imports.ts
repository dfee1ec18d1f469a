import * as v from "valibot";
import { importFormats, maxImportCharacters } from "../../domain/workflows/imports.ts";
import type { ImportFormat } from "../../domain/workflows/imports.ts";
import { call } from "../call.ts";
import { data, text } from "../shapes.ts";
import { workflowGraph, workflowTrigger } from "./graph.ts";

const part = v.object({
  /** As the other builder's canvas names it. */
  name: v.string(),
  /** What kind of node it is there. */
  type: v.string(),
});
const told = v.object({ ...part.entries, why: v.string() });

/** What became of each node of an imported file. */
export const importReport = v.object({
  taken: v.array(part),
  /** Taken, though not all of it, or not as it was. */
  changed: v.array(told),
  leftOut: v.array(told),
});
export type ImportReport = v.InferOutput<typeof importReport>;

/** A workflow as it was read from a file, which nobody has added yet. */
export const importedWorkflow = v.object({
  format: v.picklist(Object.keys(importFormats) as ImportFormat[]), // keys of a literal object
  name: v.string(),
  description: v.string(),
  trigger: workflowTrigger,
  graph: workflowGraph,
  report: importReport,
});
export type ImportedWorkflow = v.InferOutput<typeof importedWorkflow>;

/** 400 `invalid_input` with a sentence where the file can't be read. Nothing of it is contacted or run. */
export const readWorkflowImport = call({
  family: "workflow",
  method: "POST",
  path: "/v1.0/{orgId}/workflowimports",
  who: { member: "workflows.update" },
  audit: false,
  summary: "Reads an export of Dify, Flowise, n8n or Typebot as a workflow that can be added.",
  body: data(v.strictObject({ text: text(maxImportCharacters) })),
  maxBodyBytes: 3 * maxImportCharacters,
  answer: data(importedWorkflow),
  limit: "generate",
  answersWithinMs: 30_000,
});
