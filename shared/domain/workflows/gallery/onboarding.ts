import { field, makeGraph, step } from "./workflowTemplate.ts";
import type { WorkflowTemplate } from "./workflowTemplate.ts";

/** Welcomes new customers and comes back to them after a day. */
export const onboarding: WorkflowTemplate = {
  id: "onboarding",
  name: "Onboarding",
  description: "Welcomes new customers, asks for their goal, and checks in after a day.",
  trigger: {
    kind: "message",
    match: "intent",
    phrases: ["How do I get started?", "I just signed up", "I am new here", "What do I do first?"],
  },
  graph: makeGraph(
    [
      step("ask", "goal", {
        name: "Ask for the goal",
        text: "Welcome! What do you want to do first?",
        field: field("goal", "Goal", {
          type: "choice",
          options: ["Set it up", "Invite my team", "Look around"],
        }),
      }),
      step("switch", "way", {
        name: "By goal",
        value: "{{goal}}",
        cases: [
          { id: "setup", label: "Set it up", equals: "Set it up" },
          { id: "team", label: "Invite my team", equals: "Invite my team" },
        ],
      }),
      step("search", "find", {
        name: "Look up the first steps",
        question: "{{goal}}",
        limit: 1,
        saveAs: "passages",
      }),
      step("say", "tell", { name: "Tell the first steps", text: "{{passages.0.text}}" }),
      step("say", "around", {
        name: "Let them look around",
        text: "Take your time. Write here whenever you have a question.",
      }),
      step("wait", "day", { name: "Wait a day", until: "time", seconds: 86_400 }),
      step("ask", "check", {
        name: "Check in",
        text: "Did it work out?",
        field: field("worked", "Worked", { type: "yesNo" }),
      }),
      step("condition", "isFine", {
        name: "Did it work?",
        groups: [{ match: "all", rules: [{ value: "{{worked}}", operator: "is_true", to: "" }] }],
      }),
      step("say", "great", { name: "Say that it is great", text: "Great to hear." }),
      step("handOver", "help", { name: "Bring in a person", note: "New customer needs help with: {{goal}}" }),
    ],
    `goal > way
    way.setup > find > tell > day
    way.team > find
    way.else > around > day
    find.error > around
    day > check > isFine
    isFine.yes > great
    isFine.no > help
    check.failed > help`,
  ),
};
