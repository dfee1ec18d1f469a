import type { Asking } from "./ask.ts";
import type { ChatPart, ChatRequest, ToolCall } from "./chatModel.ts";
import { ModelFault, faultOf, isAboutTools } from "./fault.ts";
import { isSkippable } from "./isSkippable.ts";
import type { ModelLimits } from "./limits.ts";
import { openModel } from "./openModel.ts";
import type { SdkModel } from "./openModel.ts";
import type { Pace } from "./pace.ts";
import { watchAnswer } from "./watch.ts";
import type { Watch } from "./watch.ts";
import { writePrompt } from "./writePrompt.ts";

export interface Attempt extends Omit<Asking, "door"> {
  fetch: typeof fetch;
  pace: Pace;
}

/** Asks a model once and gives what it says; throws a ModelFault, or the reason of the caller's signal. */
export async function* streamOnce(attempt: Attempt): AsyncGenerator<ChatPart> {
  const { connection, name, request, limits, pace } = attempt;
  const watch = watchAnswer({ fetch: attempt.fetch, signal: request.signal, limits, pace });
  try {
    const model = await openModel({ connection, name, fetch: watch.fetch });
    const { stream } = await model.doStream({ ...writePrompt(request), abortSignal: watch.signal });
    yield* readParts({ stream, watch, limits });
  } catch (error) {
    request.signal.throwIfAborted();
    throw blame(faultOf(watch.signal.aborted ? watch.signal.reason : error), request);
  } finally {
    watch.stop();
  }
}

type SdkStream = Awaited<ReturnType<SdkModel["doStream"]>>["stream"];

interface Reading {
  stream: SdkStream;
  watch: Watch;
  limits: Pick<ModelLimits, "maxCharacters" | "maxCalls">;
}

async function* readParts({ stream, watch, limits }: Reading): AsyncGenerator<ChatPart> {
  const { maxCharacters, maxCalls } = limits;
  let characters = 0;
  let calls = 0;
  let isAside = false;
  for await (const part of stream) {
    if (part.type === "error" && !isSkippable(part.error)) throw faultOf(part.error);
    // With these words Anthropic's model sums up for itself what was said before.
    if (part.type === "text-start") isAside = part.providerMetadata?.["anthropic"]?.["type"] === "compaction";
    if (part.type === "text-delta" && part.delta !== "" && !isAside) {
      if (characters === 0) watch.begin();
      const text = part.delta.slice(0, maxCharacters - characters);
      characters += text.length;
      yield { type: "text", text };
      if (characters >= maxCharacters) return yield { type: "finish", reason: "length" };
    }
    // What a provider runs by itself was not asked for, and has no result of ours.
    if (part.type === "tool-call" && part.providerExecuted !== true) {
      watch.begin();
      calls += 1;
      if (calls <= maxCalls) yield { type: "call", call: readCall(part) };
    }
    if (part.type === "finish") {
      const { inputTokens, outputTokens } = part.usage;
      yield { type: "usage", tokensIn: inputTokens.total ?? null, tokensOut: outputTokens.total ?? null };
      return yield finish(part.finishReason, { characters, calls });
    }
  }
  throw new ModelFault("cut");
}

type SdkCall = Extract<
  Awaited<ReturnType<SdkModel["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never,
  { type: "tool-call" }
>;

/** OpenAI's ids of items would make it look for the reasoning before them, which we do not keep; others need theirs back. */
function readCall({ toolCallId, toolName, input, providerMetadata }: SdkCall): ToolCall {
  const { openai: _, ...memo } = providerMetadata ?? {};
  return { id: toolCallId, name: toolName, input, ...(Object.keys(memo).length > 0 && { memo }) };
}

interface Said {
  characters: number;
  calls: number;
}

/** A stream that just stops gives no reason of the provider's own: such an answer is never taken for a whole one. */
function finish(
  { unified, raw }: { unified: string; raw: string | undefined },
  { characters, calls }: Said,
): ChatPart {
  if (unified === "length") return { type: "finish", reason: "length" };
  if (unified === "content-filter") throw new ModelFault("filtered");
  if (unified === "error" && raw !== undefined) throw new ModelFault("unavailable");
  const isEnd = unified === "stop" || unified === "tool-calls";
  if (!isEnd && raw === undefined) throw new ModelFault("cut");
  if (calls > 0) return { type: "finish", reason: "calls" };
  if (characters === 0) throw new ModelFault("empty");
  return { type: "finish", reason: "stop" };
}

/** Where files or tools went along, a question that was refused was mostly refused for them. */
function blame(fault: ModelFault, { messages, tools = [] }: ChatRequest): ModelFault {
  if (tools.length > 0 && isAboutTools(fault)) return new ModelFault("tools", { cause: fault.cause });
  const hasFiles = messages.some((message) => message.role === "user" && (message.files ?? []).length > 0);
  return fault.kind === "request" && hasFiles ? new ModelFault("file", { cause: fault.cause }) : fault;
}
