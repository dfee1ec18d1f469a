import { expect, it } from "vitest";
import { providerOf, providers } from "./providers.ts";

it("lists the providers, each with label, value and an icon of its own", () => {
  expect(providers.map(({ value, label }) => [value, label])).toEqual([
    ["openai", "OpenAI"],
    ["google", "Google"],
    ["anthropic", "Anthropic"],
    ["deepseek", "DeepSeek"],
    ["alibaba", "Alibaba"],
  ]);
  expect(new Set(providers.map(({ icon }) => icon)).size).toBe(providers.length);
  expect(providers.map(({ value }) => providerOf(value))).toEqual(providers);
});
