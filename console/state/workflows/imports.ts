import { readWorkflowImport } from "../../../shared/contract/workflows/imports.ts";
import type { ImportedWorkflow } from "../../../shared/contract/workflows/imports.ts";
import { client } from "../platform/client.ts";

/** Reads an export of another builder as a workflow that can be added. */
export async function readImport({ orgId }: { orgId: string }, text: string): Promise<ImportedWorkflow> {
  const { data } = await client.call(readWorkflowImport, { params: { orgId }, body: { data: { text } } });
  return data;
}
