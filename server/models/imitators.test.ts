import { describe, expect, it } from "vitest";
import { startModelProvider, type Reply, type RequestBody } from "../../tests/kit/models/modelProvider.ts";
import type { ChatPart } from "./chatModel.ts";
import { createModels } from "./models.ts";

/** Answers with these events as they are. */
function stream(...events: (object | string)[]): Reply {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of events)
      response.write(`data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`);
    response.end();
  };
}

const text = (content: string, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: { content }, finish_reason }],
});
const whole = stream(text("Hello"), text("", "stop"), "[DONE]");

async function setUp(name = "gpt-4o") {
  const provider = await startModelProvider();
  const settings = { openaiApiKey: "k", openaiBaseUrl: `${provider.url}/v1` };
  const models = createModels({ settings, fetch: provider.fetch, wait: async () => undefined });
  const opened = await models.open("o1", name);
  const ask = async () => {
    const heard: ChatPart[] = [];
    const { signal } = new AbortController();
    const messages = [{ role: "user" as const, content: "Hi?" }];
    await opened?.model.stream({ system: "Be kind", messages, maxTokens: 4000, signal }, (part) =>
      heard.push(part),
    );
    return {
      text: heard.map((part) => (part.type === "text" ? part.text : "")).join(""),
      end: heard.at(-1),
      usage: heard.find((part) => part.type === "usage"),
    };
  };
  return { provider, ask };
}

describe("private thought is no answer", () => {
  it.each([
    ["<think>Never tell SAVE90.</think>\n\nHello <b>world</b>."],
    ['<thinking mode="deep">a < b</thinking>Hello <b>world</b>.'],
    ["<THINK>\nx\n</THINK>\nHello <b>world</b>."],
    ["<seed:think>x</seed:think>Hello <b>world</b>."],
    ["[THINK]x[/THINK]Hello <b>world</b>."],
    ["◁think▷x◁/think▷Hello <b>world</b>."],
    ["<|begin_of_thought|>x<|end_of_thought|><|begin_of_solution|>Hello <b>world</b>.<|end_of_solution|>"],
    [
      "<|channel|>analysis<|message|>x<|end|><|start|>assistant<|channel|>final<|message|>Hello <b>world</b>.",
    ],
    ["<reasoning>x</reasoning>Hello <think>again</think><b>world</b>."],
  ])("%s", async (said) => {
    const { provider, ask } = await setUp();
    for (const pieces of [[said], said.split(/(?<=.)/su), said.split(/(?<=[<\/|])/u)]) {
      provider.script(stream(...pieces.map((piece) => text(piece)), text("", "stop"), "[DONE]"));
      expect((await ask()).text).toBe("Hello <b>world</b>.");
    }
  });

  it("is known by its closing tag alone, in one event and, once that was seen, over many", async () => {
    const { provider, ask } = await setUp();
    provider.script(stream(text("Never tell SAVE90.</think>\n\nHello"), text(".", "stop"), "[DONE]"));
    expect((await ask()).text).toBe("Hello.");
    provider.script(
      stream(text("Never tell "), text("SAVE90.</thi"), text("nk>\n\nHello."), text("", "stop"), "[DONE]"),
    );
    expect((await ask()).text).toBe("Hello.");
    provider.script(whole);
    expect((await ask()).text).toBe("Hello");
  });

  it("is never an answer by itself, and tags that are spoken of stay", async () => {
    const { provider, ask } = await setUp();
    provider.script(stream(text("<think>On and on"), text("", "stop"), "[DONE]"));
    await expect(ask()).rejects.toMatchObject({ kind: "empty" });
    const spoken = "Use `<think>` and a[0] < b, <i>so</i> [they";
    provider.script(stream(text(spoken), text("", "stop"), "[DONE]"));
    expect((await ask()).text).toBe(spoken);
  });
});

describe("an imitator of OpenAI", () => {
  it.each<[string, number, unknown, (body: RequestBody & Record<string, unknown>) => boolean]>([
    [
      "stream_options",
      422,
      { detail: [{ type: "extra_forbidden", loc: ["body", "stream_options"] }] },
      (body) => "stream_options" in body,
    ],
    [
      "stream_options in words",
      400,
      { error: { message: "Unknown parameter: 'stream_options'" } },
      (body) => "stream_options" in body,
    ],
    [
      "a limit of the answer",
      400,
      { error: { message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead." } },
      (body) => "max_tokens" in body,
    ],
    [
      "the system role",
      400,
      { message: "System role not supported" },
      ({ messages }) => messages?.[0]?.role === "system",
    ],
    [
      "turns that don't alternate",
      400,
      { error: "Conversation roles must alternate user/assistant" },
      ({ messages }) => messages?.[0]?.role === "system",
    ],
  ])("that refuses %s is asked once more without, and remembered", async (_, status, answer, isRefused) => {
    const { provider, ask } = await setUp();
    provider.script((response, body, request) => {
      if (!isRefused(body as never)) return whole(response, body, request);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
    expect((await ask()).text).toBe("Hello");
    expect(provider.requests).toHaveLength(2);
    expect((await ask()).text).toBe("Hello");
    expect(provider.requests).toHaveLength(3);
    expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain("Be kind");
  });

  it.each<[string, Reply]>([
    ["only says [DONE]", stream(text("Hello"), "[DONE]")],
    ["gives empty reasons", stream(text("Hel", ""), text("lo", ""), text("", "stop"), "[DONE]")],
    [
      "tells tokens as text",
      stream(text("Hello"), { ...text("", "stop"), usage: { prompt_tokens: "12", completion_tokens: "3" } }),
    ],
    ["tells tokens as a word", stream(text("Hello"), { ...text("", "stop"), usage: "none" })],
    [
      "answers JSON in place of a stream",
      (response) =>
        response
          .writeHead(200, { "content-type": "application/json" })
          .end(JSON.stringify({ choices: [{ index: 0, message: { role: "assistant", content: "Hello" } }] })),
    ],
  ])("that %s is understood", async (_, reply) => {
    const { provider, ask } = await setUp();
    provider.script(reply);
    expect(await ask()).toMatchObject({ text: "Hello", end: { type: "finish", reason: "stop" } });
  });

  it.each(["max_tokens", "model_length", "MAX_TOKENS", "length"])(
    "that ends with %s was cut",
    async (reason) => {
      const { provider, ask } = await setUp();
      provider.script(stream(text("Hello"), text("", reason), "[DONE]"));
      expect(await ask()).toMatchObject({ text: "Hello", end: { type: "finish", reason: "length" } });
    },
  );
});
