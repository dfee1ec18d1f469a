import { describe, expect, it } from "vitest";
import { freeName, listPlaceholders, maxPortableBytes, portableFileName, readPortable } from "./portable.ts";

describe("the name of a copy", () => {
  it.each([
    ["Help", [], "Help"],
    ["Help", ["help "], "Help 2"],
    ["Help", ["Help", "Help 2", "Help 4"], "Help 3"],
    ["x".repeat(80), ["x".repeat(80)], `${"x".repeat(78)} 2`],
  ])("%s beside %j is %s", (wanted, taken, name) => {
    expect(freeName(wanted, taken)).toBe(name);
  });
});

describe("the name of a file", () => {
  it.each([
    ["Harbour & Pine: Help", "harbour-pine-help.agent.json"],
    ["Büro für Ärger", "buro-fur-arger.agent.json"],
    ['../../etc/passwd"; x', "etc-passwd-x.agent.json"],
    ["مساعد", "agent.agent.json"],
  ])("%s becomes %s", (title, name) => {
    expect(portableFileName(title)).toBe(name);
  });
});

describe("a chosen file", () => {
  const right = { format: "pilothouse-agent", formatVersion: 1 };

  it("is read where it says that it is an agent's", () => {
    expect(readPortable(JSON.stringify(right))).toEqual({ file: right });
  });

  it.each([
    ["no JSON", "hello", "This is not a JSON file."],
    ["another JSON", '{"a":1}', "This is not the file of an agent."],
    ["null", "null", "This is not the file of an agent."],
    [
      "a newer version",
      JSON.stringify({ ...right, formatVersion: 2 }),
      "This file was written by a newer version. Update this server, then import it.",
    ],
    ["too much", " ".repeat(maxPortableBytes + 1), "This file is too large to be an agent's file."],
    ["depth 100,000", "[".repeat(100_000), "This file is nested too deeply to be an agent's file."],
  ])("is refused with the reason: %s", (_, text, problem) => {
    expect(readPortable(text)).toEqual({ problem });
  });

  it("may hold brackets in its texts", () => {
    const file = { ...right, title: `${"[".repeat(100)} \\" {` };
    expect(readPortable(JSON.stringify(file))).toEqual({ file });
  });
});

describe("what is to be replaced", () => {
  it("is listed once each, and no links", () => {
    const texts = [
      "Write to [mail@a.example] or [Your phone], see [here](https://a.example)",
      "[Your phone]",
    ];
    expect(listPlaceholders(texts)).toEqual(["[mail@a.example]", "[Your phone]"]);
  });

  it.each([
    [
      "Orders leave our warehouse within [2] working days, and delivery takes another [2 to 4] working days.",
      ["our warehouse within [2] working days", "delivery takes another [2 to 4] working days"],
    ],
    ["It is free. [30] days are left! Pay [9.90 euros]:", ["[30] days are left", "Pay [9.90 euros]"]],
    ["Room P-[2] (at [14:00])", ["Room P-[2] (at", "(at [14:00])"]],
    ["Up to [two] guests\nof [5]", ["Up to [two] guests", "of [5]"]],
    [`${"x".repeat(500)}[7]${"y".repeat(500)}`, [`${"x".repeat(60)}[7]${"y".repeat(60)}`]],
  ])("is shown among its words where it is a number: %s", (text, listed) => {
    expect(listPlaceholders([text])).toEqual(listed);
  });
});
