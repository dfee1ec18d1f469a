import { field, makeGraph, step } from "./workflowTemplate.ts";
import type { WorkflowTemplate } from "./workflowTemplate.ts";

/** Tells who wants a person outside of office hours when somebody answers, and takes an address. */
export const outOfHours: WorkflowTemplate = {
  id: "out-of-hours",
  name: "Out of hours",
  description: "At night, takes an e-mail address and says when the team is back.",
  trigger: {
    kind: "message",
    match: "intent",
    phrases: [
      "Can I talk to a person?",
      "I want to speak to somebody",
      "Is anybody there?",
      "Connect me to support",
    ],
  },
  graph: makeGraph(
    [
      step("set", "clock", {
        name: "Look at the clock",
        values: [{ name: "hour", expression: "to_number(run.startedAt[11:13])" }],
      }),
      step("condition", "open", {
        name: "Is the team here?",
        groups: [
          {
            match: "all",
            rules: [
              { value: "{{hour}}", operator: "at_least", to: "{{opensAt}}" },
              { value: "{{hour}}", operator: "less", to: "{{closesAt}}" },
            ],
          },
        ],
      }),
      step("say", "now", { name: "Announce the team", text: "One moment, a colleague will join you." }),
      step("handOver", "team", { name: "Hand over", note: "Asked for a person: {{message.text}}" }),
      step("ask", "email", {
        name: "Ask for the e-mail",
        text: "The team is back at {{opensAt}}:00 UTC. Which e-mail address may they answer to?",
        field: field("email", "E-mail", { type: "email" }),
      }),
      step("say", "later", {
        name: "Say when they answer",
        text: "Thank you. You'll get an answer at {{email}} in the morning.",
      }),
      step("handOver", "morning", {
        name: "Leave it for the morning",
        note: "Wrote outside of hours, answer to {{email}}: {{message.text}}",
      }),
    ],
    `clock > open
    open.yes > now > team
    open.no > email > later > morning
    email.failed > team`,
    [
      {
        name: "opensAt",
        type: "number",
        description: "The hour at which the team begins, in UTC.",
        value: "8",
        isInput: false,
      },
      {
        name: "closesAt",
        type: "number",
        description: "The hour at which it ends, in UTC.",
        value: "18",
        isInput: false,
      },
    ],
  ),
};
