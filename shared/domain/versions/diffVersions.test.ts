import { describe, expect, it } from "vitest";
import { defaultBehavior } from "../behavior.ts";
import type { VersionContent } from "./content.ts";
import { diffVersions, summarizeChanges } from "./diffVersions.ts";
import { labelOf, sayValue } from "./fieldWords.ts";

const rule = {
  title: "Refunds",
  category: "style",
  text: "Be kind.",
  isEnabled: true,
  when: { words: ["refund"], pages: [], audience: "everyone" },
};
const source = {
  originId: "s1",
  name: "Help",
  kind: "website",
  pages: 3,
  characters: 1200,
  config: { kind: "website", urls: ["https://example.com/"] },
};
const base: VersionContent = {
  configuration: {
    ...{
      name: "Harbour",
      icon: "compass",
      description: "",
      model: "builtin",
      instructions: "",
      language: "auto",
    },
    personality: { preset: "friendly", text: "" },
    ...defaultBehavior,
  },
  look: { title: "Harbour", welcome: "", suggestions: [], hasSound: false, panelWidth: 400 },
  sources: [source],
};

function configured(change: Record<string, unknown>): VersionContent {
  return { ...base, configuration: { ...base.configuration, ...change } };
}
function looking(change: Record<string, unknown>): VersionContent {
  return { ...base, look: { ...base.look, ...change } };
}

describe("what changed between two versions", () => {
  it.each<[string, VersionContent, VersionContent, object[]]>([
    ["nothing", base, base, []],
    [
      "a text",
      base,
      configured({ instructions: "Be brief." }),
      [{ area: "behaviour", label: "Instructions", before: "", after: "Be brief." }],
    ],
    [
      "a choice, by what people call it",
      base,
      configured({ knowledge: "general", model: "gpt-4o" }),
      [
        { label: "Model", after: "GPT-4o" },
        {
          label: "Answers from",
          before: "Data sources only",
          after: "Data sources, and what the model knows",
        },
      ],
    ],
    [
      "a picture for another one",
      configured({ icon: "data:image/png;base64,AAAA" }),
      configured({ icon: "data:image/png;base64,BBBB" }),
      [{ label: "Icon", before: "A picture of your own", after: "A picture of your own (another)" }],
    ],
    [
      "a rule that came",
      base,
      configured({ guidance: [rule] }),
      [{ area: "guidance", label: "Guidance rule “Refunds”", before: null }],
    ],
    [
      "a rule that went",
      configured({ guidance: [rule] }),
      base,
      [{ label: "Guidance rule “Refunds”", after: null }],
    ],
    [
      "a rule that says something else, though others moved around it",
      configured({ guidance: [{ ...rule, title: "First" }, rule] }),
      configured({
        guidance: [
          { ...rule, text: "Be brief." },
          { ...rule, title: "First" },
        ],
      }),
      [
        {
          label: "Guidance rule “Refunds”",
          before: expect.stringMatching(/^Be kind\.\n/),
          after: expect.stringMatching(/^Be brief\.\n/),
        },
      ],
    ],
    [
      "one of two rules of the same name",
      configured({ guidance: [rule, rule] }),
      configured({ guidance: [rule] }),
      [{ label: "Guidance rule “Refunds”", after: null }],
    ],
    [
      "a cap",
      base,
      configured({ budget: { agentPerDay: 100, visitorPerDay: null } }),
      [{ label: "Credits a day", before: "No cap", after: "100 credits" }],
    ],
    [
      "hours over midnight",
      configured({ hours: { timeZone: "UTC", week: [{ opens: "09:00", closes: "17:00" }, null] } }),
      configured({ hours: { timeZone: "UTC", week: [{ opens: "22:00", closes: "02:00" }, null] } }),
      [
        {
          label: "Opening hours",
          before: "Mon 09:00–17:00\nTue closed",
          after: "Mon 22:00–02:00 the next day\nTue closed",
        },
      ],
    ],
    [
      "a list of words, a line each",
      looking({ suggestions: ["Prices?"] }),
      looking({ suggestions: ["Prices?", "Hours?"] }),
      [{ area: "look", label: "Suggestions", before: "Prices?", after: "Prices?\nHours?" }],
    ],
    ["a switch", base, looking({ hasSound: true }), [{ label: "Sound", before: "Off", after: "On" }]],
    [
      "a part that has no words of its own",
      configured({ hours: { timeZone: "UTC" } }),
      configured({ hours: { timeZone: "Europe/Paris" } }),
      [{ label: "Opening hours: time zone", before: "UTC", after: "Europe/Paris" }],
    ],
    [
      "a look field without words",
      base,
      looking({ panelWidth: 420 }),
      [{ label: "Panel width", before: "400", after: "420" }],
    ],
    [
      "a source with more pages",
      base,
      { ...base, sources: [{ ...source, pages: 4, characters: 1500 }] },
      [
        {
          area: "sources",
          label: "Data source “Help”",
          after: expect.stringMatching(/^4 pages, 1,500 characters/),
        },
      ],
    ],
    [
      "a source of files and chosen pages without the ids that the server knows them by",
      { ...base, sources: [] },
      {
        ...base,
        sources: [
          {
            ...source,
            config: {
              ...{ kind: "notion", fileIds: ["f1", "f2"], connectionId: "c1" },
              items: [{ id: "n1", name: "Handbook", kind: "page" }],
            },
          },
        ],
      },
      [{ before: null, after: "3 pages, 1,200 characters\nFiles: 2\nChosen “Handbook”: Kind: page" }],
    ],
    ["sources that one of them never noted", { ...base, sources: null }, base, []],
  ])("tells %s", (_, before, after, changes) => {
    const found = diffVersions(before, after);
    expect(found).toMatchObject(changes);
    expect(found).toHaveLength(changes.length);
  });

  it("names a website's settings as its form does", () => {
    expect(["urls", "scope", "maxDepth", "maxPages"].map((name) => labelOf([name]))).toEqual([
      "Address",
      "What to read",
      "Link depth",
      "Maximum pages",
    ]);
    expect(sayValue(["scope"], "site")).toBe("The whole site");
  });

  it("is summed up by the fields' names, each once", () => {
    const changes = diffVersions(base, configured({ instructions: "Be brief.", name: "Port" }));
    expect(summarizeChanges([...changes, ...changes])).toEqual(["Name", "Instructions"]);
  });
});
