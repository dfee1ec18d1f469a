import { expect, it } from "vitest";
import { readAddresses } from "./readAddresses.ts";

it.each<[string, string[], string[]]>([
  ["", [], []],
  ["a@b.example", ["a@b.example"], []],
  ["a@b.example, c@d.example;e@f.example", ["a@b.example", "c@d.example", "e@f.example"], []],
  ["a@b.example\r\nc@d.example\n\n", ["a@b.example", "c@d.example"], []],
  ["a@b.example c@d.example", ["a@b.example", "c@d.example"], []],
  ["Ana Lima <Ana@b.example>, a@b.example", ["ana@b.example", "a@b.example"], []],
  ["a@b.example, A@B.example", ["a@b.example"], []],
  ["a@b, @c.example, d.example, e@f.example", ["e@f.example"], ["a@b", "@c.example", "d.example"]],
])("%j holds %j and the wrong %j", (text, emails, wrong) => {
  expect(readAddresses(text)).toEqual({ emails, wrong });
});
