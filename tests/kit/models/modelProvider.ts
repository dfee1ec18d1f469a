import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { providerFetch } from "../../../server/egress/providerFetch.ts";

/** How a provider writes its streams. */
export type WireFormat = "chat" | "responses" | "anthropic" | "google";

/** One answer of the provider: it does with the response what it likes. */
export type Reply = (response: ServerResponse, body: RequestBody, request: IncomingMessage) => void;

/** What every format's request body has in some form. */
export interface RequestBody {
  model: string;
  stream: boolean;
  messages?: Array<{ role: string; content: unknown }>;
  input?: unknown;
  system?: unknown;
  /** What was sent as a form, as recordings are. */
  form?: FormData;
}

/** A model provider on this machine that answers as a test tells it. */
export interface ModelProvider {
  url: string;
  /** Goes to this server whatever the address says, so that the providers' own addresses are tested too. */
  fetch: typeof fetch;
  requests: Array<{ path: string; headers: IncomingMessage["headers"]; body: RequestBody }>;
  /** What the next requests get, in order; the last one is kept for all that follow. */
  script(...replies: Reply[]): void;
  /** Resolves when a connection was closed by the client before its answer was over. */
  readonly closedEarly: Promise<void>;
  /** Knows nothing of what was asked and written so far: for one that serves several tests. */
  forget(): void;
}

/** What answers requests for a summary; left out, they are answered by the script like all others. */
export interface ProviderOptions {
  summary?: Reply;
}

/** Starts a provider that ends with the test, or at another end. */
export async function startModelProvider(
  atEnd: (end: () => void) => void = onTestFinished,
  { summary }: ProviderOptions = {},
): Promise<ModelProvider> {
  const requests: ModelProvider["requests"] = [];
  let replies: Reply[] = [];
  let closedEarly = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const { resolve: tellClosed } = closedEarly;
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", async () => {
      const body = await readBody(Buffer.concat(pieces), request.headers["content-type"] ?? "");
      if (summary && JSON.stringify(body).includes("You sum up")) return summary(response, body, request);
      requests.push({ path: request.url ?? "", headers: request.headers, body });
      response.on("close", () => !response.writableFinished && tellClosed());
      const reply = replies.length > 1 ? replies.shift() : replies[0];
      if (reply) reply(response, body, request);
      else response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
  return {
    url,
    requests,
    get closedEarly() {
      return closedEarly.promise;
    },
    forget() {
      requests.length = 0;
      replies = [];
      closedEarly = Promise.withResolvers();
    },
    script: (...next) => void (replies = next),
    fetch: (input, init) => {
      const asked = new URL(input instanceof Request ? input.url : String(input));
      return providerFetch(new URL(asked.pathname + asked.search, url), init);
    },
  };
}

async function readBody(bytes: Buffer<ArrayBuffer>, type: string): Promise<RequestBody> {
  if (!type.startsWith("multipart/")) return JSON.parse(bytes.toString() || "{}") as RequestBody; // what the SDK sent
  const form = await new Response(bytes, { headers: { "content-type": type } }).formData();
  return { model: String(form.get("model")), stream: false, form };
}

/** Answers with what was said in a recording, as OpenAI writes it down. */
export function hear(text: string): Reply {
  return (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ text, usage: { type: "duration", seconds: 3 } }));
  };
}

/** Answers with the whole stream of these texts, in one piece or, with `cut`, in pieces between these bytes. */
export function say(format: WireFormat, texts: string[], options: SayOptions = {}): Reply {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const bytes = Buffer.from(writeStream(format, texts, options));
    for (const piece of cutAt(bytes, options.cut ?? [])) response.write(piece);
    response.end();
  };
}

export interface SayOptions {
  /** The provider's own word for how it ended; absent: a whole answer; null: it just stops. */
  reason?: string | null;
  /** Byte offsets at which the stream is cut into pieces. */
  cut?: number[];
  /** Changes the written stream, to break it. */
  change?: (stream: string) => string;
}

/** Writes a stream as the provider does: a `data:` line an event. */
export function writeStream(format: WireFormat, texts: string[], options: SayOptions = {}): string {
  const { reason = wholeReason[format], change = (stream) => stream } = options;
  const events = writers[format](texts, reason);
  return change(events.map(writeEvent).join(""));
}

/** A tool that a provider's model asks for; the input is what it writes, JSON or not. */
export interface WrittenCall {
  name: string;
  input: string;
}

/** Answers with the model's wish to use these tools, behind a text where there is one. */
export function callTools(format: WireFormat, calls: WrittenCall[], texts: string[] = []): Reply {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(writeCalls(format, calls, texts));
  };
}

/** Writes a stream of tool calls as the provider does, each input in two pieces. */
export function writeCalls(format: WireFormat, calls: WrittenCall[], texts: string[] = []): string {
  return callWriters[format](calls, texts).map(writeEvent).join("");
}

/** Answers a request for vectors with one a text, made by `vectorOf`. */
export function embed(format: "chat" | "google", vectorOf: (text: string) => ArrayLike<number>): Reply {
  return (response, body) => {
    const texts = format === "google" ? readGoogleTexts(body) : [body.input].flat().map(String);
    const vectors = texts.map((text) => Array.from(vectorOf(text)));
    const answers = {
      chat: {
        object: "list",
        data: vectors.map((embedding, index) => ({ object: "embedding", index, embedding })),
        model: body.model,
        usage: { prompt_tokens: 8, total_tokens: 8 },
      },
      google:
        vectors.length === 1
          ? { embedding: { values: vectors[0] } }
          : { embeddings: vectors.map((values) => ({ values })) },
    };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(answers[format]));
  };
}

/** One text has a request of its own shape. */
function readGoogleTexts(body: RequestBody): string[] {
  const { requests = [body] } = body as { requests?: unknown[] };
  return requests.map((request) => {
    const { content } = request as { content: { parts: Array<{ text: string }> } }; // as Google documents it
    return content.parts.map(({ text }) => text).join("");
  });
}

/** Answers with a status and a JSON body, as providers tell faults before a stream begins. */
export function refuse(status: number, headers: Record<string, string> = {}, code = "fault"): Reply {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify({ error: { message: `status ${status}`, type: code, code } }));
  };
}

/** Begins the stream with these texts and then stays silent. */
export function replyAndHang(format: WireFormat, texts: string[]): Reply {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
    if (texts.length > 0) response.write(writeStream(format, texts, { reason: null }));
  };
}

/** A stream that goes on when the test says so. */
export interface HeldReply {
  reply: Reply;
  /** Resolves when the request is there. */
  asked: Promise<void>;
  say(text: string): void;
  /** Ends it as a whole answer. */
  end(): void;
  /** Breaks the connection. */
  cut(): void;
}

/** Makes an answer of the chat format that is said piece by piece. */
export function holdReply(): HeldReply {
  let response: ServerResponse | undefined;
  let tellAsked = () => {};
  const asked = new Promise<void>((resolve) => (tellAsked = resolve));
  const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1770933892, model: "m" };
  const write = (delta: object, finish: string | null = null) =>
    response?.write(
      writeEvent({
        ...head,
        choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
        usage: null,
      }),
    );
  return {
    asked,
    reply: (to) => {
      response = to;
      to.writeHead(200, { "content-type": "text/event-stream" });
      write({ role: "assistant", content: "" });
      tellAsked();
    },
    say: (content) => void write({ content }),
    end: () => {
      write({}, "stop");
      response?.end("data: [DONE]\n\n");
    },
    cut: () => void response?.destroy(),
  };
}

const wholeReason: Record<WireFormat, string> = {
  chat: "stop",
  responses: "completed",
  anthropic: "end_turn",
  google: "STOP",
};

function writeEvent(event: object): string {
  const type = "type" in event ? `event: ${String(event.type)}\n` : "";
  return `${type}data: ${JSON.stringify(event)}\n\n`;
}

const writers: Record<WireFormat, (texts: string[], reason: string | null) => object[]> = {
  chat: writeChat,
  responses: writeResponses,
  anthropic: writeAnthropic,
  google: writeGoogle,
};

function writeChat(texts: string[], reason: string | null): object[] {
  const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1770933892, model: "m" };
  const choice = (delta: object, finish: string | null = null) => ({
    ...head,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    usage: null,
  });
  const begin = [choice({ role: "assistant", content: "", refusal: null })];
  const middle = texts.map((content) => choice({ content }));
  if (reason === null) return [...begin, ...middle];
  const usage = { prompt_tokens: 16, completion_tokens: 5, total_tokens: 21 };
  return [...begin, ...middle, choice({}, reason), { ...head, choices: [], usage }];
}

function writeResponses(texts: string[], reason: string | null): object[] {
  const response = { id: "resp_1", object: "response", created_at: 1770933892, model: "m", output: [] };
  const item = { type: "message", id: "msg_1", role: "assistant", status: "in_progress", content: [] };
  const begin = [
    { type: "response.created", response: { ...response, status: "in_progress", usage: null } },
    { type: "response.output_item.added", output_index: 0, item },
  ];
  const middle = texts.map((delta) => ({
    type: "response.output_text.delta",
    item_id: "msg_1",
    output_index: 0,
    content_index: 0,
    delta,
    logprobs: [],
  }));
  if (reason === null) return [...begin, ...middle];
  const usage = { input_tokens: 16, output_tokens: 5, total_tokens: 21 };
  const isWhole = reason === "completed";
  const end = {
    type: isWhole ? "response.completed" : "response.incomplete",
    response: {
      ...response,
      status: isWhole ? "completed" : "incomplete",
      incomplete_details: isWhole ? null : { reason },
      usage,
    },
  };
  const done = { type: "response.output_item.done", output_index: 0, item: { ...item, status: "completed" } };
  return [...begin, ...middle, done, end];
}

function writeAnthropic(texts: string[], reason: string | null): object[] {
  const usage = { input_tokens: 16, output_tokens: 1 };
  const message = { id: "msg_1", type: "message", role: "assistant", model: "m", content: [], usage };
  const begin = [
    { type: "message_start", message: { ...message, stop_reason: null, stop_sequence: null } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "ping" },
  ];
  const middle = texts.map((text) => ({
    type: "content_block_delta",
    index: 0,
    delta: { type: "text_delta", text },
  }));
  if (reason === null) return [...begin, ...middle];
  return [
    ...begin,
    ...middle,
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: reason, stop_sequence: null },
      usage: { output_tokens: 5 },
    },
    { type: "message_stop" },
  ];
}

function writeGoogle(texts: string[], reason: string | null): object[] {
  const head = { modelVersion: "m", responseId: "r1" };
  const candidate = (text: string) => ({ content: { parts: [{ text }], role: "model" }, index: 0 });
  const middle = texts.map((text) => ({ candidates: [candidate(text)], ...head }));
  if (reason === null) return middle;
  const usageMetadata = { promptTokenCount: 16, candidatesTokenCount: 5, totalTokenCount: 21 };
  return [...middle, { candidates: [{ ...candidate(""), finishReason: reason }], usageMetadata, ...head }];
}

function cutAt(bytes: Buffer, offsets: number[]): Buffer[] {
  const edges = [0, ...[...offsets].sort((one, other) => one - other), bytes.length];
  return edges.slice(1).map((end, index) => bytes.subarray(edges[index], end));
}

function halves(text: string): [string, string] {
  const middle = Math.floor(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}

const callWriters: Record<WireFormat, (calls: WrittenCall[], texts: string[]) => object[]> = {
  chat(calls, texts) {
    const begun = writeChat(texts, null);
    const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1770933892, model: "m" };
    const chunk = (delta: object, finish: string | null = null) => ({
      ...head,
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
    const written = calls.flatMap(({ name, input }, index) => {
      const [first, second] = halves(input);
      const begin = { index, id: `call_${index}`, type: "function", function: { name, arguments: first } };
      return [
        chunk({ tool_calls: [begin] }),
        chunk({ tool_calls: [{ index, function: { arguments: second } }] }),
      ];
    });
    return [...begun, ...written, chunk({}, "tool_calls")];
  },
  responses(calls, texts) {
    const begun = writeResponses(texts, null);
    const written = calls.flatMap(({ name, input }, index) => {
      const at = { output_index: index + 1, item_id: `fc_${index}` };
      const item = { type: "function_call", id: `fc_${index}`, call_id: `call_${index}`, name };
      const [first, second] = halves(input);
      return [
        {
          type: "response.output_item.added",
          ...at,
          item: { ...item, arguments: "", status: "in_progress" },
        },
        { type: "response.function_call_arguments.delta", ...at, delta: first },
        { type: "response.function_call_arguments.delta", ...at, delta: second },
        { type: "response.function_call_arguments.done", ...at, arguments: input },
        {
          type: "response.output_item.done",
          ...at,
          item: { ...item, arguments: input, status: "completed" },
        },
      ];
    });
    return [...begun, ...written, ...writeResponses([], "completed").slice(-1)];
  },
  anthropic(calls, texts) {
    const begun = writeAnthropic(texts, null);
    const written = calls.flatMap(({ name, input }, number) => {
      const index = number + 1;
      const delta = (partial_json: string) => ({
        ...{ type: "content_block_delta", index },
        delta: { type: "input_json_delta", partial_json },
      });
      return [
        {
          ...{ type: "content_block_start", index },
          content_block: { type: "tool_use", id: `call_${number}`, name, input: {} },
        },
        ...halves(input).map(delta),
        { type: "content_block_stop", index },
      ];
    });
    return [
      ...begun,
      { type: "content_block_stop", index: 0 },
      ...written,
      ...writeAnthropic([], "tool_use").slice(-2),
    ];
  },
  google(calls, texts) {
    const parts = calls.map(({ name, input }) => ({
      functionCall: { name, args: JSON.parse(input) as unknown },
    }));
    const head = { modelVersion: "m", responseId: "r1" };
    const candidate = { content: { parts, role: "model" }, finishReason: "STOP", index: 0 };
    return [...writeGoogle(texts, null), { candidates: [candidate], ...head }];
  },
};
