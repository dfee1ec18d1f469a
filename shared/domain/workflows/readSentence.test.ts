import { describe, expect, it } from "vitest";
import { describeStep } from "./describeStep.ts";
import { readSentence } from "./readSentence.ts";

describe("a sentence of a procedure", () => {
  it.each([
    ["Say “Hello, how are you?”.", "say"],
    ['1. Say "Choose" and offer “Yes”, “No” and “Later”.', "say"],
    ["Ask “Which order is it?” and keep the answer as order.", "ask"],
    ["Ask the model “Sum this up” and keep its reply as summary.", "model"],
    ["Search the knowledge for “Delivery” and keep what is found as passages.", "search"],
    ["Run the skill order_status and keep the result as status.", "skill"],
    ["Check whether order.total is greater than 50.", "condition"],
    ["Check whether contact.email is not empty.", "condition"],
    ["Wait 2 days.", "wait"],
    ["Wait until 2026-12-24T09:00:00Z.", "wait"],
    ["Ask a member to approve “Refund?” within 3 days.", "approval"],
    ["Set total to sum(items[].price).", "set"],
    ["Hand the conversation over to the team.", "handOver"],
    ["Hand the conversation over to the team with the note “VIP”.", "handOver"],
    ["Add the label Refund and Urgent.", "label"],
    ["Remove the label Open.", "label"],
    ["Resolve the conversation.", "resolve"],
    ["Say “Bye” and resolve the conversation.", "resolve"],
    ["Send “Order” by e-mail to a@b.example.", "email"],
    ["Note for the team: “Look at this”.", "note"],
    ["For each item of order.items:", "loop"],
    ["End with total as the result.", "end"],
    ["End.", "end"],
  ])("is read as the step that says it: %s", (sentence, kind) => {
    const step = readSentence(sentence, "s1");
    expect(step).toMatchObject({ id: "s1", kind });
    const again = step && describeStep(step);
    expect(again && readSentence(again, "s1")).toEqual(step);
  });

  it("can be worded in other ways, and keeps paths as variables", () => {
    const config = (text: string) => readSentence(text, "s1")?.config;
    expect(config("- wait for an hour")).toMatchObject({ until: "time", seconds: 3600 });
    expect(config("If order.total is at least 100:")).toEqual({
      match: "all",
      groups: [{ match: "all", rules: [{ value: "{{order.total}}", operator: "at_least", to: "100" }] }],
    });
    expect(config("Add the labels A, B and C")).toMatchObject({ add: ["A", "B", "C"] });
    expect(config("Say “Sure?” and offer “Yes, please”, “Wait and see”, and “No”")).toMatchObject({
      buttons: ["Yes, please", "Wait and see", "No"],
    });
    expect(config("Set x to max(a, b)")).toMatchObject({ values: [{ name: "x", expression: "max(a, b)" }] });
    expect(config("If topic is “rock, and roll”")).toMatchObject({
      groups: [{ rules: [{ value: "{{topic}}", to: "rock, and roll" }] }],
    });
  });

  it.each([
    "",
    "Be kind to the customer.",
    "Check whether a is 1 and b is 2.",
    "Wait for a while.",
    "Wait 100 days.",
    "Ask “Why?”.",
    "Send it by e-mail.",
    "Set the total.",
    "If contact.email is empty, hand over",
    "If contact.email is empty then hand over",
    "If contact.name is “Ada” with “Bob”",
    "Say “Hi” and ask “Name?”",
    "Say “Hi” and offer “Yes” and hand over",
    "Add the label vip and resolve the conversation",
    "Add the label vip, then resolve the conversation",
    "Add the label vip. Resolve the conversation.",
    "Set x to 5 and wait 2 days",
    "Set x to 5, wait 2 days",
    "Note for the team: look at this and send it",
    "End with total and close the conversation as the result",
  ])("is not read if it is ambiguous: %s", (sentence) => {
    expect(readSentence(sentence, "s1")).toBeNull();
  });
});
