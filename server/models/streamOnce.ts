import type { ChatMessage, ChatPart, ChatRequest } from "./chatModel.ts";
import { ModelFault, faultOf } from "./fault.ts";
import type { ModelLimits } from "./limits.ts";
import { openModel } from "./openModel.ts";
import type { SdkModel } from "./openModel.ts";
import type { Connection } from "./providers.ts";
import { watchAnswer } from "./watch.ts";
import type { Watch } from "./watch.ts";

export interface Attempt {
  connection: Connection;
  name: string;
  request: ChatRequest;
  fetch: typeof fetch;
  limits: ModelLimits;
}

/** Asks a model once and gives what it says; throws a ModelFault, or the reason of the caller's signal. */
export async function* streamOnce(attempt: Attempt): AsyncGenerator<ChatPart> {
  const { connection, name, request, limits } = attempt;
  const watch = watchAnswer({ fetch: attempt.fetch, signal: request.signal, limits });
  try {
    const model = await openModel({ connection, name, fetch: watch.fetch });
    const { stream } = await model.doStream({ prompt: promptOf(request), abortSignal: watch.signal });
    yield* readParts({ stream, watch, maxCharacters: limits.maxCharacters });
  } catch (error) {
    request.signal.throwIfAborted();
    throw blameFiles(faultOf(watch.signal.aborted ? watch.signal.reason : error), request);
  } finally {
    watch.stop();
  }
}

type SdkStream = Awaited<ReturnType<SdkModel["doStream"]>>["stream"];

interface Reading {
  stream: SdkStream;
  watch: Watch;
  maxCharacters: number;
}

async function* readParts({ stream, watch, maxCharacters }: Reading): AsyncGenerator<ChatPart> {
  let characters = 0;
  for await (const part of stream) {
    if (part.type === "error") throw faultOf(part.error);
    if (part.type === "text-delta" && part.delta !== "") {
      if (characters === 0) watch.begin();
      const text = part.delta.slice(0, maxCharacters - characters);
      characters += text.length;
      yield { type: "text", text };
      if (characters >= maxCharacters) return yield { type: "finish", reason: "length" };
    }
    if (part.type === "finish") {
      const { inputTokens, outputTokens } = part.usage;
      yield { type: "usage", tokensIn: inputTokens.total ?? null, tokensOut: outputTokens.total ?? null };
      return yield finish(part.finishReason, characters);
    }
  }
  throw new ModelFault("cut");
}

/** A stream that just stops gives no reason of the provider's own: such an answer is never taken for a whole one. */
function finish(
  { unified, raw }: { unified: string; raw: string | undefined },
  characters: number,
): ChatPart {
  if (unified === "length") return { type: "finish", reason: "length" };
  if (unified === "content-filter") throw new ModelFault("filtered");
  if (unified === "error" && raw !== undefined) throw new ModelFault("unavailable");
  if (unified !== "stop" && raw === undefined) throw new ModelFault("cut");
  if (characters === 0) throw new ModelFault("empty");
  return { type: "finish", reason: "stop" };
}

/** Where files went along, a question that was refused was mostly refused for them. */
function blameFiles(fault: ModelFault, { messages }: ChatRequest): ModelFault {
  const hasFiles = messages.some(({ files }) => files !== undefined && files.length > 0);
  return fault.kind === "request" && hasFiles ? new ModelFault("file", { cause: fault.cause }) : fault;
}

type Prompt = Parameters<SdkModel["doStream"]>[0]["prompt"];

function promptOf({ system, messages }: ChatRequest): Prompt {
  return [{ role: "system", content: system }, ...messages.map(writeTurn)];
}

function writeTurn({ role, content, files = [] }: ChatMessage): Prompt[number] {
  const text = { type: "text" as const, text: content };
  if (role === "assistant") return { role, content: [text] };
  const parts = files.map(({ name, mediaType, bytes }) => ({
    type: "file" as const,
    filename: name,
    mediaType,
    data: { type: "data" as const, data: bytes },
  }));
  return { role, content: [...parts, text] };
}
