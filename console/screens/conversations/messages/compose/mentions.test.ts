import { describe, expect, it } from "vitest";
import { findMentions } from "./mentions.ts";

const people = [
  { id: "ana", name: "Ana" },
  { id: "ana-lopez", name: "Ana López" },
  { id: "li", name: "李小龍" },
  { id: "bo-1", name: "Bo Berg" },
  { id: "bo-2", name: "Bo Berg" },
];
const teams = [{ id: "support", name: "Support" }];

describe("whom a note names", () => {
  it.each([
    ["nobody", "Ask ana", [], []],
    ["one by the whole name", "Hi @Ana!", ["ana"], []],
    ["the longest name that stands there", "@ana lópez, look", ["ana-lopez"], []],
    ["no part of another word", "mail me@ana or @Anabel", [], []],
    ["people and teams, each once", "@李小龍 (@Support) @李小龍", ["li"], ["support"]],
    ["all who have the name", "@Bo Berg", ["bo-1", "bo-2"], []],
  ])("%s", (_, text, userIds, teamIds) => {
    expect(findMentions(text, { people, teams })).toEqual({ userIds, teamIds });
  });
});
