import * as v from "valibot";
import type { Step } from "../../domain/workflows/graph.ts";
import { call } from "../call.ts";
import { count, data, text } from "../shapes.ts";
import { workflowStep } from "./graph.ts";

/** As screens and server have steps. */
const step: v.GenericSchema<unknown, Step> = workflowStep;
/** Sentences that are read at once. */
export const mostSentences = 30;

/**
 * The agent's model reads what is not plain. Nothing is saved: the editor shows the steps first. 409 `conflict` where the
 * agent has no model with a key.
 */
export const readWorkflowSentences = call({
  family: "workflow",
  method: "POST",
  path: "/v1.0/{orgId}/workflows/{workflowId}/sentences",
  who: { member: "workflows.update" },
  forKeys: "filtered",
  audit: false,
  limit: "tryAgent",
  summary: "Reads sentences of a procedure as steps.",
  body: data(
    v.strictObject({
      sentences: v.pipe(
        v.array(v.pipe(text(500), v.trim(), v.minLength(1, "Field is required"))),
        v.minLength(1, "Write a sentence."),
        v.maxLength(mostSentences, `Use at most ${mostSentences} sentences.`),
      ),
    }),
  ),
  answer: data(
    v.object({
      /** In the order of the sentences; null where one is no step. */
      steps: v.array(v.nullable(step)),
      credits: count,
    }),
  ),
});
