import { makeGraph, step } from "./workflowTemplate.ts";
import type { WorkflowTemplate } from "./workflowTemplate.ts";

/** Hears anger in what a visitor writes and brings a person in. */
export const escalation: WorkflowTemplate = {
  id: "escalation",
  name: "Escalation by sentiment",
  description: "Angry messages get an apology and a person. Threats to cancel are marked.",
  trigger: {
    kind: "message",
    match: "intent",
    phrases: [
      "This is unacceptable",
      "I am really angry about this",
      "Your service is terrible",
      "I am fed up and want to cancel",
      "This is the third time I write",
    ],
  },
  graph: makeGraph(
    [
      step("intent", "kind", {
        name: "What is it about?",
        text: "{{message.text}}",
        intents: [
          {
            id: "leaving",
            label: "Wants to leave",
            examples: ["I want to cancel", "Close my account", "I am going to a competitor"],
          },
          {
            id: "upset",
            label: "Is upset",
            examples: ["This is unacceptable", "Your service is terrible", "I am angry"],
          },
        ],
      }),
      step("label", "risk", { name: "Mark the risk", add: ["At risk"] }),
      step("say", "sorry", {
        name: "Apologize",
        text: "I'm sorry about this. A colleague will take over now.",
      }),
      step("handOver", "team", {
        name: "Hand over to the team",
        note: "The visitor is upset: {{message.text}}",
      }),
    ],
    `kind.leaving > risk > sorry > team
    kind.upset > sorry
    kind.else > sorry
    kind.error > sorry`,
  ),
};
