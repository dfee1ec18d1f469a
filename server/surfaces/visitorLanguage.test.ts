import { describe, expect, it } from "vitest";
import { visitorLanguage } from "./visitorLanguage.ts";

describe("the language of the launcher", () => {
  const nothing = { chosen: "auto", page: undefined, accepted: null, agent: "auto" };

  it.each([
    ["the owner's choice", { chosen: "fr", page: "de", accepted: "es", agent: "pt" }, "fr"],
    [
      "the page's, where the owner leaves it to the visitor",
      { page: "de-AT", accepted: "es", agent: "pt" },
      "de",
    ],
    [
      "the browser's, where the page says nothing",
      { page: "auto", accepted: "es-MX,es;q=0.9", agent: "pt" },
      "es",
    ],
    ["the browser's best that there is", { accepted: "sv,ar;q=0.4,fr;q=0.8,*;q=0.1" }, "fr"],
    ["none that the browser rules out", { accepted: "de;q=0, fr;q=0.1" }, "fr"],
    ["the agent's, where the browser knows none of ours", { accepted: "sv,fi", agent: "pt-BR" }, "pt"],
    ["English, where nobody says anything", {}, "en"],
    ["English, where all of it is nonsense", { page: "<b>", accepted: ";;q=x,,", agent: "?" }, "en"],
  ])("is %s", (_, hints, expected) => {
    expect(visitorLanguage({ ...nothing, ...hints })).toBe(expected);
  });
});
