import { readWorkflowSentences } from "../../../shared/contract/workflows/sentences.ts";
import type { AnswerOf } from "../../../shared/contract/call.ts";
import { client } from "../platform/client.ts";
import { paramsOf } from "./workflows.ts";
import type { WorkflowPlace } from "./workflows.ts";

/** Has the agent's model read sentences as steps; nothing is saved. */
export async function readSentences(
  place: WorkflowPlace,
  sentences: string[],
): Promise<AnswerOf<typeof readWorkflowSentences>["data"]> {
  const params = paramsOf(place);
  return (await client.call(readWorkflowSentences, { params, body: { data: { sentences } } })).data;
}
