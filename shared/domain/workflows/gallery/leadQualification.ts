import { field, makeGraph, step } from "./workflowTemplate.ts";
import type { WorkflowTemplate } from "./workflowTemplate.ts";

/** Finds out who asks about prices, and hands large teams over to sales. */
export const leadQualification: WorkflowTemplate = {
  id: "lead-qualification",
  name: "Lead qualification",
  description: "Asks for company, size and need. Large teams go to sales at once.",
  trigger: {
    kind: "message",
    match: "intent",
    phrases: [
      "How much does it cost for a team?",
      "I would like a demo",
      "Can I talk to sales?",
      "Do you offer volume discounts?",
    ],
  },
  graph: makeGraph(
    [
      step("ask", "name", {
        name: "Ask for the name",
        text: "Happy to help. What is your name?",
        field: field("name", "Name"),
      }),
      step("ask", "email", {
        name: "Ask for the e-mail",
        text: "Thanks, {{name}}. Which e-mail address may we answer to?",
        field: field("email", "E-mail", { type: "email" }),
      }),
      step("ask", "size", {
        name: "Ask for the team size",
        text: "How many people will use it?",
        field: field("teamSize", "Team size", {
          type: "number",
          validations: { required: true, min: 1, max: 1_000_000 },
        }),
        again: "Please write a number, such as 20.",
      }),
      step("ask", "need", {
        name: "Ask for the need",
        text: "What do you want to achieve with it?",
        field: field("need", "Need", { type: "longText" }),
      }),
      step("condition", "large", {
        name: "Is it a large team?",
        groups: [{ match: "all", rules: [{ value: "{{teamSize}}", operator: "at_least", to: "50" }] }],
      }),
      step("say", "soon", {
        name: "Announce sales",
        text: "Thank you. A colleague from sales will join this conversation.",
      }),
      step("handOver", "sales", {
        name: "Hand over to sales",
        note: "Qualified lead: {{name}}, {{email}}, {{teamSize}} people. Need: {{need}}",
      }),
      step("note", "small", {
        name: "Note the lead",
        text: "Lead: {{name}}, {{email}}, {{teamSize}} people. Need: {{need}}",
      }),
      step("say", "thanks", {
        name: "Thank them",
        text: "Thank you, {{name}}. We'll write to {{email}} within one working day.",
      }),
    ],
    `name > email > size > need > large
    large.yes > soon > sales
    large.no > small > thanks`,
  ),
};
