import { describe, expect, it } from "vitest";
import { defaultBehavior } from "../../shared/domain/behavior.ts";
import { createTestRetrieve } from "../../tests/kit/knowledge/helpPages.ts";
import {
  callTools,
  refuse,
  say,
  replyAndHang,
  startModelProvider,
} from "../../tests/kit/models/modelProvider.ts";
import type { Reply, WireFormat } from "../../tests/kit/models/modelProvider.ts";
import type { ModelLimits } from "../models/limits.ts";
import { createModels } from "../models/models.ts";
import type { ModelSettings } from "../models/providers.ts";
import { createAnswering } from "./answering.ts";

interface Way {
  model: string;
  format: WireFormat;
  settings: ModelSettings;
}

const ways: [string, Way][] = [
  ["openai", { model: "gpt-4o", format: "responses", settings: { openaiApiKey: "k" } }],
  ["google", { model: "gemini-2.5-pro", format: "google", settings: { googleApiKey: "k" } }],
  ["anthropic", { model: "claude-4.5-sonnet", format: "anthropic", settings: { anthropicApiKey: "k" } }],
  ["deepseek", { model: "deepseek-chat", format: "chat", settings: { deepseekApiKey: "k" } }],
  ["alibaba", { model: "qwen-plus", format: "chat", settings: { alibabaApiKey: "k" } }],
  ["meta", { model: "llama-3.3", format: "chat", settings: { openaiBaseUrl: "http://llama.test/v1" } }],
];

describe.each(ways)("where the provider %s fails", (_, way) => {
  const { format } = way;
  const hello = say(format, ["Five years."]);
  const halves: Reply = say(format, ["Five"], { reason: null });
  const mute: Reply = say(format, [], { reason: null });
  const nonsense: Reply = (response) => response.writeHead(200).end("data: {{{\n\n");

  it.each<[string, Reply[]]>([
    ["429 with Retry-After", [refuse(429, { "retry-after": "2" })]],
    ["500 and 503", [refuse(500), refuse(503)]],
    ["a stream that ends before its first word", [mute]],
    ["a stream that is none", [nonsense]],
    ["a broken connection", [(response) => response.destroy()]],
  ])("it is asked again after %s, and answers", async (_, faults) => {
    const { text, outcome } = await ask(way, [...faults, hello]);
    expect(text).toBe("Five years.");
    expect(outcome.error).toBeNull();
    expect(outcome.receipt).toMatchObject({ fallback: null, attempts: faults.length + 1 });
  });

  it.each<[string, Reply[], RegExp]>([
    ["429 that asks for a minute", [refuse(429, { "retry-after": "60" })], /busy/],
    ["nothing but 503", [refuse(503)], /did not answer/],
    ["a key that is refused", [refuse(401)], /key was refused/],
    ["an account without credit", [refuse(402)], /no credit left/],
    ["nothing but garbage", [nonsense], /could not be read|cut off|did not answer/],
    ["a cut after it asked for a tool", [callTools(format, [search]), mute], /cut off/],
  ])("the built-in model answers after %s, and the receipt says why", async (_, faults, reason) => {
    const { text, outcome } = await ask(way, faults);
    expect(text).toContain("five-year");
    expect(outcome.error).toBeNull();
    const { fallback, model, credits } = outcome.receipt;
    expect(fallback).toMatchObject({ model: way.model, reason: expect.stringMatching(reason) });
    expect({ model, credits }).toEqual({ model: "pilothouse-builtin", credits: 0 });
  });

  it("an answer that is cut keeps its text, and says plainly that it is not whole", async () => {
    const { text, outcome } = await ask(way, [halves]);
    expect(text).toBe("Five");
    expect(outcome.error).toEqual({
      code: "model_cut",
      message: "The answer was cut off before its end. Please try again.",
    });
  });

  it("by silence, the built-in model answers", async () => {
    const { text, outcome } = await ask(way, [replyAndHang(format, [])], { firstByteMs: 30 });
    expect(text).toContain("five-year");
    expect(outcome.receipt.fallback?.reason).toMatch(/took too long/);
  });

  it("by silence in the middle, its text is kept, and said not to be whole", async () => {
    const { text, outcome } = await ask(way, [replyAndHang(format, ["Five"])], { betweenBytesMs: 30 });
    expect(text).toBe("Five");
    expect(outcome.error?.code).toBe("model_timeout");
  });

  it("with a tool that nobody offered, or an input that is none, it is told so and answers", async () => {
    const { text, outcome } = await ask(way, [
      callTools(format, [{ name: "rm", input: "{}" }, broken]),
      hello,
    ]);
    expect(text).toBe("Five years.");
    expect(outcome.receipt.steps?.map((step) => step.outcome)).toEqual(["unknown", "invalid"]);
  });
});

const search = { name: "search_knowledge", input: '{"query":"guarantee"}' };
const broken = { name: "search_knowledge", input: '{"words":5}' };

async function ask({ model, settings }: Way, replies: Reply[], limits: Partial<ModelLimits> = {}) {
  const provider = await startModelProvider();
  provider.script(...replies);
  const models = createModels({ settings, limits, fetch: provider.fetch, wait: async () => {} });
  const answering = createAnswering({ retrieve: createTestRetrieve(), models });
  const configuration = {
    ...{
      name: "Lumi",
      icon: "lamp",
      description: "",
      personality: { preset: "friendly" as const, text: "" },
    },
    ...{ model, ...defaultBehavior, instructions: "", language: "auto" },
  };
  const agent = {
    organizationId: "o",
    agentId: "a",
    status: "live" as const,
    version: 7,
    configuration,
    parts: {},
  };
  const answer = answering.answer({
    ...{ agent, context: null, history: [], question: "How long is the warranty?" },
    asker: { contactId: "c", isVerified: false, pageUrl: null, preview: false, answerKey: "m.1" },
    signal: new AbortController().signal,
  });
  let text = "";
  await answer.speak((piece) => void (text += piece));
  return { text: text.trim(), outcome: answer.outcome() };
}
