import { describe, expect, it } from "vitest";
import { families } from "../../shared/contract/call.ts";
import { isSupportOnly, roleOf, roles } from "../../shared/domain/access.ts";
import * as limits from "../../shared/domain/limits.ts";
import { languageModels } from "../../shared/domain/models.ts";
import { personalityValues } from "../../shared/domain/personalities.ts";

const findByLabel = (label: string) => languageModels.find((model) => model.label === label);

describe("the service families", () => {
  it("are those of the specification", () => {
    expect(families).toEqual([
      ...["auth", "account", "panel", "organisation", "console", "webhooks"],
      ...["public", "feedback", "workflow", "content"],
    ]);
  });
});

describe("the model catalogue", () => {
  it.each([
    "gpt-3.5-turbo",
    "gpt-4",
    "gpt-4o",
    "gpt-5",
    "claude-3-5-haiku",
    "claude-4.5-sonnet",
    "gemini-2.5-pro",
    "llama-3.3",
    "deepseek-chat",
    "qwen-turbo",
    "qwen-plus",
    "qwen-max",
  ])("has the model id %s", (value) => {
    expect(languageModels.filter((model) => model.value === value)).toHaveLength(1);
  });

  it.each<[number, string[]]>([
    [
      1,
      [
        "GPT-3.5 Turbo",
        "o3-mini",
        "GPT-4o mini",
        "GPT-4.1 nano",
        "GPT-4.1 mini",
        "o4 mini",
        "GPT-5 mini",
        "GPT-5 nano",
        "Gemini 2.0 Flash",
        "Gemini 2.5 Flash",
        "Claude 3.5 Haiku",
        "Llama 3.3 70b",
        "DeepSeek chat (experimental)",
        "Qwen Turbo",
      ],
    ],
    [3, ["Qwen Plus"]],
    [5, ["GPT-4o", "Gemini 2.5 Pro", "Claude 3.5 Sonnet", "Claude 4 Sonnet", "Claude 4.5 Sonnet"]],
    [10, ["GPT-4", "GPT-4.1", "GPT-5", "Claude 3 Opus", "Claude 4 Opus"]],
    [11, ["Qwen Max"]],
  ])("charges %i credits a message for %j", (credits, labels) => {
    expect(labels.map((label) => [label, findByLabel(label)?.creditsPerMessage])).toEqual(
      labels.map((label) => [label, credits]),
    );
  });

  it("takes attachments but for the models that the specification names", () => {
    const without = languageModels.filter(({ isAttachmentsSupported }) => !isAttachmentsSupported);
    expect(without.filter(({ provider }) => provider !== "builtin").map(({ label }) => label)).toEqual([
      "GPT-3.5 Turbo",
      "o3-mini",
      "Claude 3.5 Haiku",
      "Claude 3 Opus",
      "Llama 3.3 70b",
      "DeepSeek chat (experimental)",
      "Qwen Turbo",
      "Qwen Plus",
      "Qwen Max",
    ]);
  });

  it("says of each model label, name, provider, value, premium, limit, default and attachments", () => {
    for (const model of languageModels) {
      expect(model).toMatchObject({
        label: expect.any(String),
        name: expect.any(String),
        provider: expect.any(String),
        value: expect.any(String),
        isPremium: expect.any(Boolean),
        limit: expect.any(Number),
        isDefault: expect.any(Boolean),
        isAttachmentsSupported: expect.any(Boolean),
      });
    }
    expect(languageModels.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  it("knows the providers, and tags Llama as meta", () => {
    const providers = new Set(languageModels.map(({ provider }) => provider));
    for (const name of ["openai", "google", "anthropic", "deepseek", "alibaba"])
      expect(providers).toContain(name);
    expect(languageModels.find(({ value }) => value === "llama-3.3")?.provider).toBe("meta");
  });

  it("allows a persona of 2500 characters for older or smaller models and 5000 for most others", () => {
    const limitOf = (value: string) => languageModels.find((model) => model.value === value)?.limit;
    expect(new Set(languageModels.map(({ limit }) => limit))).toEqual(new Set([2500, 5000]));
    expect([limitOf("gpt-3.5-turbo"), limitOf("gpt-5")]).toEqual([2500, 5000]);
    expect(languageModels.filter(({ limit }) => limit === 5000).length).toBeGreaterThan(
      languageModels.length / 2,
    );
  });
});

describe("roles", () => {
  it.each([
    ["owner", "owner"],
    ["Organization Owners", "owner"],
    ["Account Administrator", "owner"],
    ["Admin", "admin"],
    ["Advisor", "collaborator"],
    ["Collaborator", "collaborator"],
    ["Support", "support"],
    ["SupportAgent", "support"],
  ])("read the group name %s as %s", (name, role) => {
    expect(roleOf(name)).toBe(role);
  });

  it("are four, and a name that is none of theirs gives nothing", () => {
    expect(roles).toEqual(["owner", "admin", "collaborator", "support"]);
    expect([roleOf("Visitor"), roleOf("")]).toEqual([undefined, undefined]);
  });

  it("are support only when support is the sole one", () => {
    expect(isSupportOnly(["support"])).toBe(true);
    expect(isSupportOnly(["support", "admin"])).toBe(false);
    expect(isSupportOnly([])).toBe(false);
  });
});

describe("constants", () => {
  it.each([
    ["the upload limit, 21000 kB", limits.uploadLimitBytes, 21_000_000],
    ["the suggestions", limits.maxSuggestions, 10],
    ["the suggestions of a closed widget", limits.maxMinimisedSuggestions, 3],
    ["the persona text", limits.personaLimit, 5000],
    ["the agents fetched on entry", limits.entryListLimit, 100],
    ["the time of a toast", limits.toastMs, 2000],
    ["the width of the frame", limits.embedWidth, 700],
    ["the height of the frame", limits.embedHeight, 360],
    ["the width of a modal", limits.modalMaxWidth, 750],
    ["the width of a user's name", limits.usernameMaxWidth, 146],
  ])("set %s", (_, value, expected) => {
    expect(value).toBe(expected);
  });

  it("set the breakpoints", () => {
    expect(limits.breakpoints).toEqual({
      mobileXS: 480,
      mobile: 768,
      tablet: 1024,
      laptop: 1200,
      desktop: 1440,
    });
  });

  it("name the seven personalities", () => {
    expect(personalityValues).toEqual([
      "professional",
      "sassy",
      "empathetic",
      "formal",
      "humorous",
      "friendly",
      "custom",
    ]);
  });
});
