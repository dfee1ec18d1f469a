import { describe, expect, it } from "vitest";
import { makeContact } from "../../../../../tests/kit/samples.ts";
import { fillVariables, findMistaken } from "./fillVariables.ts";

const contact = makeContact({
  ...{ id: "0000abcd", name: "Mia Berg", email: "mia@example.com", phone: "+4930123456" },
  attributes: { plan: "pro", seats: 3, "Name of team": "Blue", empty: "", none: null },
});
const values = { contact, agentName: "Harbour Help", myName: "Ana" };

describe("the variables of a canned reply", () => {
  it.each([
    [
      "Hi {{visitor.name}}, {{me.name}} of {{agent.name}} here.",
      "Hi Mia Berg, Ana of Harbour Help here.",
      [],
    ],
    ["{{ visitor.email }}, {{visitor.phone}}", "mia@example.com, +4930123456", []],
    ["{{visitor.plan}}, {{visitor.seats}}, {{visitor.Name of team}}", "pro, 3, Blue", []],
    ["{{visitor.empty|none yet}} {{visitor.none | at all}}", "none yet at all", []],
    ["Dear {{visitor.title}}", "Dear {{visitor.title}}", ["{{visitor.title}}"]],
    ["{{visitor.toString}} {{visitor.__proto__}}", null, ["{{visitor.toString}}", "{{visitor.__proto__}}"]],
    ["{{agnet.name|us}} {{agnet.name|us}}", "{{agnet.name|us}} {{agnet.name|us}}", ["{{agnet.name|us}}"]],
    ["{visitor.name} {{}}", "{visitor.name} {{}}", ["{{}}"]],
    ["Costs $& and $1: {{me.name}}", "Costs $& and $1: Ana", []],
  ])("in %s", (text, filled, unknown) => {
    expect(fillVariables(text, values)).toEqual({ text: filled ?? text, unknown });
  });

  it("do not greet anybody by the name that we gave them", () => {
    const nobody = { ...values, contact: makeContact({ id: "0000abcd", name: "Visitor abcd" }) };
    expect(fillVariables("Hi {{visitor.name|there}}", nobody).text).toBe("Hi there");
  });

  it("give a number that the site told as an attribute where the contact has none", () => {
    const told = { ...values, contact: makeContact({ attributes: { phone: "030 123456" } }) };
    expect(fillVariables("{{visitor.phone}}", told).text).toBe("030 123456");
  });

  it("are told as mistaken where no conversation could ever fill them in", () => {
    expect(findMistaken("{{visitor.any}} {{agent.name}} {{agent.mood|well}} {{name}}")).toEqual([
      "{{agent.mood|well}}",
      "{{name}}",
    ]);
  });
});
