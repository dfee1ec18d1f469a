import fc from "fast-check";
import { afterAll, describe, expect, it, vi } from "vitest";
import { languageModels } from "../../shared/domain/models.ts";
import {
  callTools,
  refuse,
  say,
  replyAndHang,
  startModelProvider,
} from "../../tests/kit/models/modelProvider.ts";
import type { Reply, WireFormat } from "../../tests/kit/models/modelProvider.ts";
import type { ChatMessage, ChatPart, ModelFile, ToolDescription } from "./chatModel.ts";
import type { FaultKind } from "./fault.ts";
import { ModelFault } from "./fault.ts";
import type { ModelLimits } from "./limits.ts";
import { createModels } from "./models.ts";
import type { Pace } from "./pace.ts";
import { createModelThread } from "./thread/modelThread.ts";

const formats: WireFormat[] = ["chat", "responses", "anthropic", "google"];
type Asker = "this thread" | "a thread of its own";
/** The thread goes to its provider by an address, which OpenAI's newer format has none of. */
const ways: [WireFormat, Asker][] = [
  ...formats.map((format): [WireFormat, Asker] => [format, "this thread"]),
  ["chat", "a thread of its own"],
  ["anthropic", "a thread of its own"],
  ["google", "a thread of its own"],
];
const thread = createModelThread({ allow: [], ownNames: [] }, (error) => expect.fail(String(error)));
afterAll(() => thread.close());

const texts = ["Gr", "üße, ", "👩‍🚀", " from\nNorway"];
const whole = texts.join("");
/** Each provider's own word for an answer that reached its limit. */
const lengthReason: Record<WireFormat, string> = {
  chat: "length",
  responses: "max_output_tokens",
  anthropic: "max_tokens",
  google: "MAX_TOKENS",
};

describe.each(ways)("a model that speaks %s, asked by %s", (format, asker) => {
  const setUp = setUpBy(asker);

  it("gives the text, in fewer pieces where several come at once, then tokens, then its end", async () => {
    const { ask, provider } = await setUp(format);
    provider.script(say(format, texts));
    const parts = await ask();
    const pieces = parts.filter(({ type }) => type === "text");
    expect(textOf(pieces)).toBe(whole);
    expect(parts).toEqual([
      { type: "attempt", number: 1 },
      ...pieces,
      { type: "usage", tokensIn: 16, tokensOut: 5 },
      { type: "finish", reason: "stop" },
    ]);
    expect(JSON.stringify(provider.requests[0]?.body)).toContain("Be kind");
    expect(JSON.stringify(provider.requests[0]?.headers)).toContain("key-1");
  });

  it("gives the same text wherever the network cuts the bytes", async () => {
    const { ask, provider } = await setUp(format);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(900), { maxLength: 12 }),
        fc.constantFrom("\n", "\r\n"),
        async (cut, end) => {
          const change = (stream: string) => stream.replaceAll("\n", end);
          provider.script(say(format, texts, { cut, change }));
          expect(textOf(await ask())).toBe(whole);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("gives the same text where so many are read at once that each waits for its turn", async () => {
    const { ask, provider } = await setUp(format, {}, crowded);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(900), { maxLength: 12 }), async (cut) => {
        provider.script(say(format, texts, { cut }));
        const parts = await ask();
        expect(textOf(parts)).toBe(whole);
        expect(parts.slice(-2)).toEqual([
          { type: "usage", tokensIn: 16, tokensOut: 5 },
          { type: "finish", reason: "stop" },
        ]);
      }),
      { numRuns: 10 },
    );
  });

  it.each([
    [
      "comments between events",
      (stream: string) => `: keep-alive\n\n${stream.replaceAll("\n\n", "\n\n: ping\n\n")}`,
    ],
    ["a byte order mark", (stream: string) => `\ufeff${stream}`],
    ["[DONE] at the end", (stream: string) => `${stream}data: [DONE]\n\n`],
    ["data without a space before it", (stream: string) => stream.replaceAll("data: ", "data:")],
    ["data on several lines", (stream: string) => stream.replaceAll(',"', ',\ndata: "')],
  ])("reads over %s", async (_, change) => {
    const { ask, provider } = await setUp(format);
    provider.script(say(format, texts, { change }));
    expect(textOf(await ask())).toBe(whole);
  });

  it("keeps the text of a stream that just stops, and never calls it whole (fault 16)", async () => {
    const { ask, provider } = await setUp(format);
    provider.script(say(format, texts, { reason: null }));
    const heard: ChatPart[] = [];
    await expect(ask({ heard })).rejects.toMatchObject({ kind: "cut" });
    expect(textOf(heard)).toBe(whole);
    expect(provider.requests).toHaveLength(1);
  });

  it("keeps the text when the connection breaks", async () => {
    const { ask, provider } = await setUp(format);
    const heard: ChatPart[] = [];
    provider.script(async (response, body, request) => {
      replyAndHang(format, texts)(response, body, request);
      await vi.waitUntil(() => textOf(heard) === whole);
      response.destroy();
    });
    await expect(ask({ heard })).rejects.toBeInstanceOf(ModelFault);
    expect(textOf(heard)).toBe(whole);
  });

  it.each<[string, Reply[], number]>([
    ["500 and 503", [refuse(500), refuse(503)], 3],
    ["529", [refuse(529)], 2],
    ["429 without a time", [refuse(429)], 2],
    ["a broken connection", [(response) => response.destroy()], 2],
    ["an answer that ends before its first word", [say(format, [], { reason: null })], 2],
    ["bytes that are no stream", [(response) => response.writeHead(200).end("<html>")], 2],
  ])("is asked again after %s", async (_, replies, attempts) => {
    const { ask, provider } = await setUp(format);
    provider.script(...replies, say(format, texts));
    const parts = await ask();
    expect(textOf(parts)).toBe(whole);
    expect(parts.filter(({ type }) => type === "attempt")).toHaveLength(attempts);
  });

  it("waits as Retry-After says, and not at all where it asks for more than 20 seconds (fault 13)", async () => {
    const { ask, provider, waits } = await setUp(format);
    provider.script(
      refuse(429, { "retry-after": "3" }),
      refuse(429, { "retry-after": "20" }),
      say(format, texts),
    );
    await ask();
    expect(waits).toEqual([3000, 20_000]);
    provider.script(refuse(429, { "retry-after": "21" }), say(format, texts));
    await expect(ask()).rejects.toMatchObject({ kind: "busy" });
    expect(waits).toHaveLength(2);
  });

  it.each<[number, FaultKind]>([
    [400, "request"],
    [401, "key"],
    [402, "funds"],
    [403, "no_access"],
    [404, "unknown_model"],
  ])("is not asked again after %i, told as %s", async (status, kind) => {
    const { ask, provider } = await setUp(format);
    provider.script(refuse(status));
    await expect(ask()).rejects.toMatchObject({ name: "ModelFault", kind });
    expect(provider.requests).toHaveLength(1);
  });

  it("has no credit left when a 429 says so", async () => {
    const { ask, provider } = await setUp(format);
    provider.script(refuse(429, {}, "insufficient_quota"));
    await expect(ask()).rejects.toMatchObject({ kind: "funds" });
  });

  it("is given up after two more tries", async () => {
    const { ask, provider } = await setUp(format);
    provider.script(refuse(503));
    await expect(ask()).rejects.toMatchObject({ kind: "unavailable" });
    expect(provider.requests).toHaveLength(3);
  });

  it.each([
    ["before the first byte", [], { firstByteMs: 500, betweenBytesMs: 10_000 }],
    ["in the middle", ["Hel"], { firstByteMs: 10_000, betweenBytesMs: 30 }],
    ["after too long in all", ["Hel"], { longestMs: 500 }],
  ])("is left when it is silent %s, and its connection closed (fault 15)", async (_, said, limits) => {
    const { ask, provider } = await setUp(format, limits);
    provider.script(replyAndHang(format, said));
    await expect(ask()).rejects.toMatchObject({ kind: "timeout" });
    await provider.closedEarly;
    expect(provider.requests).toHaveLength(1);
  });

  it("is left when the caller stops, and its connection closed (fault 11)", async () => {
    const { ask, provider } = await setUp(format);
    provider.script(replyAndHang(format, ["Hel"]));
    const stop = new AbortController();
    const asked = ask({ signal: stop.signal, onText: () => stop.abort(new Error("stopped")) });
    await expect(asked).rejects.toThrow("stopped");
    await provider.closedEarly;
  });

  it.each<ChatPart["type"]>(["text", "usage", "finish"])(
    "ends with what its listener throws at a part of type %s, and is not asked again",
    async (type) => {
      const { ask, provider } = await setUp(format);
      provider.script(say(format, texts));
      const thrown = new ModelFault("cut");
      const heard: ChatPart[] = [];
      const onPart = (part: ChatPart) => {
        if (part.type === type) throw thrown;
      };
      await expect(ask({ heard, onPart })).rejects.toBe(thrown);
      expect(heard.at(-1)?.type).toBe(type);
      expect(provider.requests).toHaveLength(1);
    },
  );

  it("ends with what its listener throws before there is a word, and is not asked again", async () => {
    const { ask, provider } = await setUp(format);
    provider.script(say(format, [], { reason: lengthReason[format] }));
    const onPart = (part: ChatPart) => {
      if (part.type === "finish") throw new ModelFault("cut");
    };
    await expect(ask({ onPart })).rejects.toMatchObject({ kind: "cut" });
    expect(provider.requests).toHaveLength(1);
  });

  it("is cut at the longest answer that is kept (F12)", async () => {
    const { ask, provider } = await setUp(format, { maxCharacters: 10 });
    provider.script(say(format, ["123456789", "0abcdef"]));
    const parts = await ask();
    expect(textOf(parts)).toBe("1234567890");
    expect(parts.at(-1)).toEqual({ type: "finish", reason: "length" });
  });

  it("says that it stopped for length", async () => {
    const { ask, provider } = await setUp(format);
    provider.script(say(format, texts, { reason: lengthReason[format] }));
    expect((await ask()).at(-1)).toEqual({ type: "finish", reason: "length" });
  });

  it.each<[FaultKind, string[], Record<WireFormat, string>]>([
    [
      "filtered",
      ["No"],
      { chat: "content_filter", responses: "content_filter", anthropic: "refusal", google: "SAFETY" },
    ],
    ["empty", [], { chat: "stop", responses: "completed", anthropic: "end_turn", google: "STOP" }],
  ])("tells an answer that is %s (fault 18)", async (kind, said, reason) => {
    const { ask, provider } = await setUp(format);
    provider.script(say(format, said, { reason: reason[format] }));
    await expect(ask()).rejects.toMatchObject({ kind });
  });

  it("survives any damage to its stream: a fault, or a text that begins as it was said (fault 17)", async () => {
    const { ask, provider } = await setUp(format, { retries: 0, firstByteMs: 500, betweenBytesMs: 500 });
    await fc.assert(
      fc.asyncProperty(fc.nat(1500), fc.nat(40), fc.string(), async (at, length, noise) => {
        const change = (stream: string) => stream.slice(0, at) + noise + stream.slice(at + length);
        provider.script(say(format, texts, { change }));
        await ask().catch((error: unknown) => expect(error).toBeInstanceOf(ModelFault));
      }),
      { numRuns: 60 },
    );
  });
});

describe("what nobody here knows in a stream", () => {
  it.each<[string, object[]]>([
    ["a kind of event", [{ type: "weather", sun: true }]],
    [
      "a kind of block",
      [
        { type: "content_block_start", index: 7, content_block: { type: "drawing", lines: 3 } },
        { type: "content_block_delta", index: 7, delta: { type: "line_delta", to: [1, 2] } },
        { type: "content_block_delta", index: 7, delta: { type: "input_json_delta", partial_json: "{}" } },
        { type: "content_block_stop", index: 7 },
      ],
    ],
  ])("is read over where it is %s of Anthropic's", async (_, events) => {
    const { ask, provider } = await setUp("anthropic");
    provider.script(say("anthropic", texts, { change: (stream) => putIn(stream, events) }));
    const parts = await ask();
    expect(textOf(parts)).toBe(whole);
    expect(parts.at(-1)).toEqual({ type: "finish", reason: "stop" });
  });

  it.each([
    { id: "1", service_tier: "flex" },
    { id: "1", choices: null, usage: { total_tokens: 1 } },
  ])("loses no word and no end where it holds no choice: %j", async (event) => {
    const { ask, provider } = await setUp("chat");
    const last = `data: ${JSON.stringify(event)}\n\n`;
    for (const change of [(stream: string) => putIn(stream, [event]), (stream: string) => stream + last]) {
      provider.script(say("chat", texts, { change }));
      const parts = await ask();
      expect(textOf(parts)).toBe(whole);
      expect(parts.at(-1)).toEqual({ type: "finish", reason: "stop" });
    }
  });

  it("tells the tokens of an event without a choice that comes last", async () => {
    const { ask, provider } = await setUp("chat");
    const last = { id: "1", usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 } };
    const change = (stream: string) => `${stream}data: ${JSON.stringify(last)}\n\n`;
    provider.script(say("chat", texts, { change }));
    expect(await ask()).toContainEqual({ type: "usage", tokensIn: 7, tokensOut: 3 });
  });

  it("loses no word where it is about a tool of OpenAI's own", async () => {
    const { ask, provider } = await setUp("responses");
    const events = [itemDone({ type: "mcp_call", id: "mcp_1" })];
    provider.script(say("responses", texts, { change: (stream) => putIn(stream, events) }));
    const heard: ChatPart[] = [];
    await expect(ask({ heard })).rejects.toMatchObject({ kind: "cut" });
    expect(textOf(heard)).toBe(whole);
  });

  it.each<[string, WireFormat, object]>([
    ["words", "anthropic", { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: 3 } }],
    ["a call", "responses", itemDone({ type: "function_call", id: "fc_1" })],
  ])("is a fault where it stands for %s of the answer, in %s", async (_, format, event) => {
    const { ask, provider } = await setUp(format, { limits: { retries: 0 } });
    provider.script(say(format, texts, { change: (stream) => putIn(stream, [event]) }));
    await expect(ask()).rejects.toMatchObject({ kind: "garbled" });
  });
});

describe("what a model says to itself", () => {
  it("is no part of the answer: Anthropic sums up a long conversation before it goes on", async () => {
    const { ask, provider } = await setUp("anthropic");
    const summary = [
      { type: "content_block_start", index: 0, content_block: { type: "compaction", content: null } },
      { type: "content_block_delta", index: 0, delta: { type: "compaction_delta", content: "They talked." } },
      { type: "content_block_stop", index: 0 },
    ];
    const change = (stream: string) => putIn(stream.replaceAll('"index":0', '"index":1'), summary);
    provider.script(say("anthropic", texts, { change }));
    expect(textOf(await ask())).toBe(whole);
  });
});

describe.each(formats)("a model that speaks %s, read in turn", (format) => {
  const setUp = setUpBy("this thread");

  it("waits for no turn to hear that what it has read was the end", async () => {
    let turns = 0;
    const pace: Pace = { enter: () => ({ ...crowded.enter(), turn: async () => void (turns += 1) }) };
    const { ask, provider } = await setUp(format, {}, pace);
    provider.script(say(format, texts));
    expect(textOf(await ask())).toBe(whole);
    expect(turns).toBe(1);
  });
});

const search = {
  name: "search_knowledge",
  description: "Searches.",
  inputSchema: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
};

describe.each(ways)("tools of a model that speaks %s, asked by %s", (format, asker) => {
  const setUp = setUpBy(asker);
  const input = '{"query":"Grüße"}';

  it("are told of, asked for with their input, and answered in the turn that follows", async () => {
    const { ask, provider } = await setUp(format);
    provider.script(callTools(format, [{ name: "search_knowledge", input }], ["Wait"]), say(format, texts));
    const parts = await ask({ tools: [search] });
    const calls = parts.flatMap((part) => (part.type === "call" ? [part.call] : []));
    expect(calls).toMatchObject([{ name: "search_knowledge" }]);
    expect(JSON.parse(calls[0]?.input ?? "")).toEqual(JSON.parse(input));
    expect(parts.at(-1)).toEqual({ type: "finish", reason: "calls" });
    expect(JSON.stringify(provider.requests[0]?.body)).toContain("Searches.");
    const results = calls.map((call) => ({ call, text: "Found it" }));
    const said = await ask({
      tools: [search],
      further: [
        { role: "assistant", content: "Wait", calls },
        { role: "tool", results },
      ],
    });
    expect(textOf(said)).toBe(whole);
    const sent = JSON.stringify(provider.requests[1]?.body);
    expect(sent).toContain("Found it");
    expect(sent).toContain("Grüße");
  });

  it("may be told of without being offered", async () => {
    const { ask, provider } = await setUp(format);
    provider.script(say(format, texts));
    await ask({ tools: [search], mayUseTools: false });
    expect(JSON.stringify(provider.requests[0]?.body)).toMatch(/"(?:type|mode|tool_choice)":"none"/i);
  });

  it("are named as the reason where it has no way to use them, at once", async () => {
    const { ask, provider } = await setUp(format);
    for (const status of [400, 404, 500]) {
      const message = "This model does not support tools";
      provider.script((response) =>
        response
          .writeHead(status, { "content-type": "application/json" })
          .end(JSON.stringify({ error: { message } })),
      );
      await expect(ask({ tools: [search] })).rejects.toMatchObject({ kind: "tools" });
    }
    expect(provider.requests).toHaveLength(3);
  });

  it("are heard no further than a model may ask at once", async () => {
    const { ask, provider } = await setUp(format, { maxCalls: 3 });
    provider.script(
      callTools(
        format,
        Array.from({ length: 9 }, () => ({ name: "search_knowledge", input })),
      ),
    );
    const parts = await ask({ tools: [search] });
    expect(parts.filter(({ type }) => type === "call")).toHaveLength(3);
  });
});

const png = Buffer.from("\x89PNG\r\n\x1a\n and so on", "latin1");
const pdf = Buffer.from("%PDF-1.7 and so on");
const pngData = png.toString("base64");
const pdfData = pdf.toString("base64");

describe("a visitor's files", () => {
  const files = [
    { name: "lamp.png", mediaType: "image/png", bytes: png },
    { name: "bill.pdf", mediaType: "application/pdf", bytes: pdf },
  ];

  it.each<[WireFormat, unknown[]]>([
    [
      "chat",
      [
        { type: "image_url", image_url: { url: `data:image/png;base64,${pngData}` } },
        { type: "file", file: { filename: "bill.pdf", file_data: `data:application/pdf;base64,${pdfData}` } },
      ],
    ],
    [
      "responses",
      [
        { type: "input_image", image_url: `data:image/png;base64,${pngData}` },
        { type: "input_file", filename: "bill.pdf", file_data: `data:application/pdf;base64,${pdfData}` },
      ],
    ],
    [
      "anthropic",
      [
        { type: "image", source: { type: "base64", media_type: "image/png", data: pngData } },
        { type: "document", source: { type: "base64", media_type: "application/pdf", data: pdfData } },
      ],
    ],
  ])("go to one that speaks %s as parts before the text", async (format, expected) => {
    const { ask, provider } = await setUp(format);
    provider.script(say(format, texts));
    await ask({ files });
    const { messages, input } = provider.requests[0]?.body ?? {};
    const turns = (messages ?? input) as { role: string; content: object[] }[]; // as the format has it
    const content = turns.find(({ role }) => role === "user")?.content ?? [];
    expect(content).toHaveLength(3);
    expected.forEach((part, at) => expect(content[at]).toMatchObject(part as object));
    expect(JSON.stringify(content[2])).toContain("Hello?");
  });

  it.each<[WireFormat, number]>([
    ["chat", 400],
    ["responses", 415],
    ["anthropic", 413],
  ])("are named as the reason where one that speaks %s refuses with %i", async (format, status) => {
    const { ask, provider } = await setUp(format);
    provider.script(refuse(status));
    await expect(ask({ files })).rejects.toMatchObject({ kind: "file" });
    await expect(ask()).rejects.toMatchObject({ kind: "request" });
  });
});

describe("the list of models", () => {
  it.each([
    [{}, []],
    [{ openaiApiKey: "k" }, ["openai"]],
    [{ openaiBaseUrl: "http://localhost:11434/v1" }, ["openai", "meta"]],
    [{ anthropicApiKey: "k" }, ["anthropic"]],
    [{ googleApiKey: "k" }, ["google"]],
    [{ deepseekApiKey: "k", alibabaApiKey: "k" }, ["deepseek", "alibaba"]],
  ])("with %o offers the built-in model and those of %o", async (settings, providers) => {
    const models = createModels({ settings, fetch });
    const available = languageModels.filter((entry) => models.isAvailable(entry));
    expect([...new Set(available.map(({ provider }) => provider))]).toEqual(["builtin", ...providers]);
    const opened = await Promise.all(available.map(({ value }) => models.open("o1", value)));
    expect(opened.filter((model) => model === null)).toHaveLength(1);
  });

  it.each([
    ["gpt-4o", true],
    ["gpt-3.5-turbo", false],
    ["claude-4.5-sonnet", false],
    ["pilothouse-builtin", false],
    ["gpt-99", false],
  ])("gives visitors' files to %s: %s", async (value, takes) => {
    const models = createModels({ settings: { openaiApiKey: "k" }, fetch });
    expect(await models.takesFiles("o1", value)).toBe(takes);
  });

  it("knows no way to a model that is not in the catalogue", async () => {
    const models = createModels({ settings: { openaiApiKey: "k" }, fetch });
    expect(await models.open("o1", "gpt-99")).toBeNull();
  });
});

/** What OpenAI tells of something that the model has done. */
function itemDone(item: object): object {
  return { type: "response.output_item.done", output_index: 7, item };
}

/** Puts events behind the first one of a stream. */
function putIn(stream: string, events: object[]): string {
  const written = events.map((event) => `data: ${JSON.stringify(event)}\n\n`);
  return stream.replace("\n\n", () => `\n\n${written.join("")}`);
}

interface Asking {
  heard?: ChatPart[];
  signal?: AbortSignal;
  onText?: () => void;
  onPart?: (part: ChatPart) => void;
  files?: ModelFile[];
  tools?: ToolDescription[];
  mayUseTools?: boolean;
  further?: ChatMessage[];
}

const crowded: Pace = {
  enter: () => ({ isCrowded: () => true, turn: async () => {}, leave: () => {} }),
};

function setUpBy(asker: Asker) {
  return (format: WireFormat, limits: Partial<ModelLimits> = {}, pace?: Pace) =>
    setUp(format, { asker, limits, pace });
}

interface SetUp {
  asker?: Asker;
  limits?: Partial<ModelLimits>;
  pace?: Pace | undefined;
}

async function setUp(format: WireFormat, { asker = "this thread", limits = {}, pace }: SetUp = {}) {
  const provider = await startModelProvider();
  const waits: number[] = [];
  const settings = {
    chat: { openaiApiKey: "key-1", openaiBaseUrl: `${provider.url}/v1` },
    responses: { openaiApiKey: "key-1" },
    anthropic: { anthropicApiKey: "key-1" },
    google: { googleApiKey: "key-1" },
  }[format];
  const models = createModels({
    settings,
    limits: { patienceMs: 60_000, ...limits },
    fetch: provider.fetch,
    ...(pace && { pace }),
    ...(asker !== "this thread" && {
      ask: ({ connection, ...asking }, hear) =>
        thread.ask({ ...asking, connection: { ...connection, baseURL: `${provider.url}/v1` } }, hear),
    }),
    wait: async (ms) => void waits.push(ms),
  });
  const names: Record<string, string> = { anthropic: "claude-4.5-sonnet", google: "gemini-2.5-pro" };
  const name = names[format] ?? "gpt-4o";

  async function ask(options: Asking = {}) {
    const { heard = [], signal = new AbortController().signal, onText, files = [], tools = [] } = options;
    const { onPart } = options;
    const opened = await models.open("o1", name);
    const request = {
      system: "Be kind",
      messages: [{ role: "user" as const, content: "Hello?", files }, ...(options.further ?? [])],
      ...{ signal, tools, mayUseTools: options.mayUseTools ?? true },
    };
    await opened?.model.stream(request, (part) => {
      heard.push(part);
      if (part.type === "text") onText?.();
      onPart?.(part);
    });
    return heard;
  }
  return { provider, waits, ask };
}

function textOf(parts: ChatPart[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}
