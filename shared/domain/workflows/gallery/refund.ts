import { field, makeGraph, step } from "./workflowTemplate.ts";
import type { WorkflowTemplate } from "./workflowTemplate.ts";

/** Takes a refund request by a form and lets a member decide about large amounts. */
export const refund: WorkflowTemplate = {
  id: "refund",
  name: "Refund with approval",
  description: "A form, then a member's approval above a limit that you set.",
  trigger: {
    kind: "message",
    match: "intent",
    phrases: ["I want my money back", "Can I get a refund?", "I want to return this", "Refund my order"],
  },
  graph: makeGraph(
    [
      step("form", "request", {
        name: "Ask for the details",
        text: "I can arrange that. Please fill this in.",
        fields: [
          field("order", "Order number"),
          field("amount", "Amount", { type: "number", validations: { required: true, min: 0 } }),
          field("reason", "Reason", { type: "longText" }),
        ],
        saveAs: "refund",
      }),
      step("condition", "small", {
        name: "Is it within the limit?",
        groups: [
          { match: "all", rules: [{ value: "{{refund.amount}}", operator: "at_most", to: "{{limit}}" }] },
        ],
      }),
      step("say", "asking", {
        name: "Say that somebody decides",
        text: "A colleague will look at your request and answer here.",
      }),
      step("approval", "decide", {
        name: "A member decides",
        text: "Refund {{refund.amount}} for order {{refund.order}}? Reason: {{refund.reason}}",
        hours: 48,
      }),
      step("note", "granted", {
        name: "Note the refund",
        text: "Refund {{refund.amount}} for order {{refund.order}}. Reason: {{refund.reason}}",
      }),
      step("say", "yes", {
        name: "Say yes",
        text: "Your refund of {{refund.amount}} is approved. You'll get it within five working days.",
      }),
      step("say", "no", {
        name: "Say no",
        text: "We can't refund this order. Write here if you want us to look again.",
      }),
      step("handOver", "late", {
        name: "Hand over what nobody decided",
        note: "Nobody decided about a refund of {{refund.amount}} for order {{refund.order}}.",
      }),
    ],
    `request > small
    small.yes > granted > yes
    small.no > asking > decide
    decide.approved > granted
    decide.declined > no
    decide.expired > late`,
    [
      {
        name: "limit",
        type: "number",
        description: "Refunds up to this amount need no approval.",
        value: "50",
        isInput: false,
      },
    ],
  ),
};
