import { field, makeGraph, step } from "./workflowTemplate.ts";
import type { WorkflowTemplate } from "./workflowTemplate.ts";

/** Collects what is needed to find an order, answers from the knowledge, and hands over where that doesn't help. */
export const orderStatus: WorkflowTemplate = {
  id: "order-status",
  name: "Order status",
  description: "Asks for the order, answers from your sources, and hands over if that doesn't help.",
  trigger: {
    kind: "message",
    match: "intent",
    phrases: ["Where is my order?", "Track my parcel", "When does my order arrive?", "My delivery is late"],
  },
  graph: makeGraph(
    [
      step("ask", "order", {
        name: "Ask for the order number",
        text: "I'll look into it. What is your order number?",
        field: field("orderNumber", "Order number", {
          validations: { required: true, minLength: 3, maxLength: 40 },
        }),
      }),
      step("search", "look", {
        name: "Look up delivery times",
        question: "How long does delivery take?",
        limit: 3,
        saveAs: "passages",
      }),
      step("condition", "found", {
        name: "Is there an answer?",
        groups: [{ match: "all", rules: [{ value: "{{passages}}", operator: "is_not_empty", to: "" }] }],
      }),
      step("say", "tell", {
        name: "Tell delivery times",
        text: "For order {{orderNumber}}: {{passages.0.text}}",
      }),
      step("ask", "helped", {
        name: "Ask whether it helped",
        text: "Does that answer your question?",
        field: field("helped", "Helped", { type: "yesNo" }),
      }),
      step("condition", "isHelped", {
        name: "Did it help?",
        groups: [{ match: "all", rules: [{ value: "{{helped}}", operator: "is_true", to: "" }] }],
      }),
      step("resolve", "done", { name: "Say goodbye", text: "Good. Write again any time." }),
      step("handOver", "team", { name: "Hand over to the team", note: "Where is order {{orderNumber}}?" }),
    ],
    `order > look > found
    order.failed > team
    look.error > team
    found.yes > tell > helped > isHelped
    found.no > team
    helped.failed > team
    isHelped.yes > done
    isHelped.no > team`,
  ),
};
