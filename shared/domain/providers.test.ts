import { expect, it } from "vitest";
import { providerOf, providers } from "./providers.ts";

it("lists the providers, each with label and value", () => {
  expect(providers.map(({ value, label }) => [value, label])).toEqual([
    ["openai", "OpenAI"],
    ["google", "Google"],
    ["anthropic", "Anthropic"],
    ["deepseek", "DeepSeek"],
    ["alibaba", "Alibaba"],
  ]);
  expect(providers.map(({ value }) => providerOf(value))).toEqual(providers);
});
