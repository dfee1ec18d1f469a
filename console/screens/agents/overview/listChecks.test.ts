import { describe, expect, it } from "vitest";
import { languageModels } from "../../../../shared/domain/models.ts";
import { listChecks, type Check, type HealthFacts } from "./listChecks.ts";

const models = languageModels.map(({ value }) => ({ value, isAvailable: value === "gpt-4o" }));

const texts = { instructions: "Cite as [1].", guidance: [], guardrails: { refusal: "" } };
const config = { kind: "website" };

/** An agent with which all is well; a test says only what is not. */
function facts(given: Partial<HealthFacts> = {}, agent: Partial<HealthFacts["agent"]> = {}): HealthFacts {
  return {
    agent: {
      ...{ hasUnpublishedChanges: false, publishedVersion: 3 },
      configuration: { ...texts, model: "gpt-4o", budget: { agentPerDay: 100, visitorPerDay: null } },
      ...agent,
    },
    sources: [{ name: "Help pages", status: "ready", config }],
    models,
    keys: [],
    widget: {
      enabled: true,
      settings: { welcome: "Hello!" },
      lastSeen: { at: 1, origin: "https://shop.example" },
    },
    creditsToday: 40,
    describeAge: () => "2 minutes ago",
    ...given,
  };
}

function find(id: Check["id"], checks: Check[]): Check | undefined {
  return checks.find((check) => check.id === id);
}

const model = (value: string) => ({
  configuration: { ...texts, model: value, budget: { agentPerDay: null, visitorPerDay: null } },
});

type Key = NonNullable<HealthFacts["keys"]>[number];
const refused = (given: Partial<Key> = {}): Key => ({
  ...{ id: "k1", provider: "openai", baseUrl: null, refusal: "It has ended.", models: [] },
  ...given,
});
const offer = (id: string) => ({ models: [{ id, type: "completion" as const }] });

describe("the health of an agent", () => {
  it("passes if every check passes", () => {
    const checks = listChecks(facts());
    expect(checks.map(({ title, state }) => `${state}: ${title}`)).toEqual([
      "good: 1 data source is read",
      "good: GPT-4o is available",
      "good: 40 of 100 credits used today",
      "good: Version 3 has all changes",
      "good: Loaded on shop.example 2 minutes ago",
    ]);
  });

  it.each<[string, HealthFacts, Check["id"], Check["state"], string, Check["mendedIn"]]>([
    [
      "placeholders of a template",
      facts({
        widget: { enabled: true, settings: { welcome: "Welcome to [Restaurant name]!" }, lastSeen: null },
        sources: [
          { name: "Menu", status: "ready", config: { kind: "text", text: "[Pizza] at [Restaurant name]" } },
        ],
      }),
      ...(["placeholders", "bad", "2 placeholders to fill", "deploy"] as const),
    ],
    ["no source", facts({ sources: [] }), "sources", "bad", "No data source yet", "datasources"],
    [
      "one source that failed",
      facts({
        sources: [
          { name: "Blog", status: "failed", config },
          { name: "Help", status: "ready", config },
        ],
      }),
      ...(["sources", "warning", "Blog could not be read fully", "datasources"] as const),
    ],
    [
      "all sources with problems",
      facts({
        sources: [
          { name: "Blog", status: "failed", config },
          { name: "Help", status: "partly", config },
        ],
      }),
      ...(["sources", "bad", "2 data sources have problems", "datasources"] as const),
    ],
    ["no key", facts({}, model("gpt-5")), "model", "bad", "There is no key for GPT-5", "modelKeys"],
    [
      "no right to see keys",
      facts({ keys: null }, model("gpt-5")),
      ...(["model", "bad", "There is no key for GPT-5", "settings"] as const),
    ],
    [
      "a key that was refused",
      facts({ keys: [refused()] }, model("gpt-5")),
      ...(["model", "bad", "The key for GPT-5 is not valid", "modelKeys"] as const),
    ],
    [
      "a budget that is used up",
      facts({ creditsToday: 100 }),
      ...(["budget", "bad", "Today’s budget is used up", "settings"] as const),
    ],
    [
      "changes that are not public",
      facts({}, { hasUnpublishedChanges: true }),
      ...(["published", "warning", "Unpublished changes", "settings"] as const),
    ],
    [
      "a widget that nobody loaded",
      facts({ widget: { enabled: true, settings: { welcome: "Hello!" }, lastSeen: null } }),
      ...(["widget", "warning", "No page has loaded the chat yet", "deploy"] as const),
    ],
    [
      "a widget that is off",
      facts({ widget: { enabled: false, settings: { welcome: "" }, lastSeen: null } }),
      ...(["widget", "warning", "The chat widget is off", "deploy"] as const),
    ],
  ])("tells of %s, with where it is mended", (_, given, id, state, title, mendedIn) => {
    const checks = listChecks(given);
    expect(find(id, checks)).toMatchObject({ state, title, mendedIn });
    expect(checks[0]?.id).toBe(id);
  });

  it("says why a provider does not take the key", () => {
    const keys = [refused({ refusal: "The model's key was refused." })];
    const checks = listChecks(facts({ keys }, model("own/k1/my-7b")));
    expect(find("model", checks)?.text).toContain("The model's key was refused.");
  });

  it.each<[string, string, Partial<Key>, boolean]>([
    ["an open model that it offers at its own address", "llama-3.3", offer("llama-3.3-70b"), true],
    ["an open model that it does not offer", "llama-3.3", offer("qwen3"), false],
    ["a provider's model that it does not offer there", "gpt-5", offer("llama-3.3-70b"), false],
  ])("names a refused key, or not, for %s", (_, value, given, isNamed) => {
    const keys = [refused({ baseUrl: "https://models.example/v1", ...given })];
    const found = find("model", listChecks(facts({ keys }, model(value))));
    expect(found?.title.startsWith("The key for")).toBe(isNamed);
    expect(found?.text.includes("It has ended.")).toBe(isNamed);
  });

  it("needs no key for the built-in model, and no figure where there is no budget", () => {
    const checks = listChecks(facts({}, model("pilothouse-builtin")));
    expect(find("model", checks)?.title).toBe("The built-in model answers");
    expect(find("budget", checks)).toBeUndefined();
  });

  it("says nothing of what could not be read", () => {
    const unread = { sources: null, models: null, keys: null, widget: null, creditsToday: null };
    expect(listChecks(facts(unread)).map(({ id }) => id)).toEqual(["published"]);
  });
});
