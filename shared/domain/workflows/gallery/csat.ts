import { field, makeGraph, step } from "./workflowTemplate.ts";
import type { WorkflowTemplate } from "./workflowTemplate.ts";

/** Asks how it was once a conversation is resolved, and follows up where it was bad. */
export const csat: WorkflowTemplate = {
  id: "csat",
  name: "CSAT follow-up",
  description: "Asks for a rating after a conversation. Bad ones go to the team with the reason.",
  trigger: { kind: "event", event: "conversation.resolved" },
  graph: makeGraph(
    [
      step("wait", "pause", { name: "Wait a little", until: "time", seconds: 300 }),
      step("ask", "rate", {
        name: "Ask for a rating",
        text: "How did we do, from 1 (bad) to 5 (very good)?",
        field: field("score", "Rating", { type: "rating" }),
        again: "Please answer with a number from 1 to 5.",
        retries: 1,
      }),
      step("condition", "good", {
        name: "Was it good?",
        groups: [{ match: "all", rules: [{ value: "{{score}}", operator: "at_least", to: "4" }] }],
      }),
      step("say", "thanks", { name: "Thank them", text: "Thank you, that helps us." }),
      step("ask", "why", {
        name: "Ask what went wrong",
        text: "I'm sorry. What should we have done better?",
        field: field("reason", "Reason", { type: "longText" }),
      }),
      step("handOver", "team", {
        name: "Hand over to the team",
        note: "Rated {{score}} of 5. Reason: {{reason}}",
      }),
    ],
    `pause > rate > good
    good.yes > thanks
    good.no > why > team`,
  ),
};
