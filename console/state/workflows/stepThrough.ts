import type { BodyOf } from "../../../shared/contract/call.ts";
import { stepThroughWorkflow } from "../../../shared/contract/workflows/simulations.ts";
import type { SteppedRun } from "../../../shared/contract/workflows/simulations.ts";
import { client } from "../platform/client.ts";
import { paramsOf } from "./workflows.ts";
import type { WorkflowPlace } from "./workflows.ts";

export type Stepping = BodyOf<typeof stepThroughWorkflow>["data"];

/** Begins a test of the saved draft, or takes it on by a step; nothing is sent, changed or kept. */
export async function stepThrough(place: WorkflowPlace, data: Stepping): Promise<SteppedRun> {
  const params = paramsOf(place);
  return (await client.call(stepThroughWorkflow, { params, body: { data } })).data;
}
