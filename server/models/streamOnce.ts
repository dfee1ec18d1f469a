import type { Asking } from "./ask.ts";
import type { ChatPart, ChatRequest, Hear, ToolCall } from "./chatModel.ts";
import { ModelFault, faultOf, isAboutTools } from "./fault.ts";
import { imitate } from "./imitate.ts";
import { isSkippable } from "./isSkippable.ts";
import { openModel } from "./openModel.ts";
import type { SdkModel } from "./openModel.ts";
import type { Pace } from "./pace.ts";
import { createTextEvents } from "./textEvents.ts";
import { createThoughts, learnThought, startsInThought } from "./thoughts.ts";
import { watchAnswer } from "./watch.ts";
import { writePrompt } from "./writePrompt.ts";

export interface Attempt extends Omit<Asking, "trust"> {
  fetch: typeof fetch;
  pace: Pace;
}

/** Asks a model once and tells what it says. Throws a ModelFault, the reason of the caller's signal, or what `tell` throws. */
export async function streamOnce(attempt: Attempt, tell: Hear): Promise<void> {
  const { connection, name, request, limits, pace } = attempt;
  const said: Said = { characters: 0, calls: 0, isOver: false };
  let refused: { error: unknown } | undefined;
  const texts = createTextEvents(sayText);
  const model = `${connection.baseURL ?? ""} ${name}`;
  const thoughts = createThoughts({
    startsInside: startsInThought(model),
    tellAlone: () => learnThought(model),
  });
  const way = connection.format === "chat" ? imitate(attempt.fetch) : attempt.fetch;
  const watch = watchAnswer({ fetch: way, signal: request.signal, limits, pace, texts });

  function hear(part: ChatPart): void {
    if (refused) return;
    try {
      tell(part);
    } catch (error) {
      refused = { error };
      endEarly();
    }
  }

  function endEarly(): void {
    said.isOver = true;
    watch.stop();
  }

  function sayText(piece: string): void {
    if (said.isOver || watch.signal.aborted) return;
    if (said.characters === 0) watch.begin();
    sayAnswer(thoughts.push(piece));
  }

  function sayAnswer(whole: string): void {
    if (whole === "" || said.isOver) return;
    const text = whole.slice(0, limits.maxCharacters - said.characters);
    said.characters += text.length;
    hear({ type: "text", text });
    if (said.characters < limits.maxCharacters || said.isOver) return;
    hear({ type: "finish", reason: "length" });
    endEarly();
  }

  function sayCall(call: SdkCall): void {
    watch.begin();
    said.calls += 1;
    if (said.calls <= limits.maxCalls) hear({ type: "call", call: readCall(call) });
  }

  async function read(stream: SdkStream): Promise<void> {
    let isAside = false;
    for await (const part of stream) {
      if (said.isOver) return;
      if (part.type === "error" && !isSkippable(part.error)) throw faultOf(part.error);
      // With these words Anthropic's model sums up for itself what was said before.
      if (part.type === "text-start")
        isAside = part.providerMetadata?.["anthropic"]?.["type"] === "compaction";
      if (part.type === "text-delta" && part.delta !== "") {
        texts.noteText(part.delta, isAside);
        if (!isAside) sayText(part.delta);
      }
      // What a provider runs by itself was not asked for, and has no result of ours.
      if (part.type === "tool-call" && part.providerExecuted !== true) sayCall(part);
      if (part.type === "finish") {
        sayAnswer(thoughts.end());
        if (said.isOver) return;
        const { inputTokens, outputTokens } = part.usage;
        hear({ type: "usage", tokensIn: inputTokens.total ?? null, tokensOut: outputTokens.total ?? null });
        return hear(finish(part.finishReason, said));
      }
    }
    sayAnswer(thoughts.end());
    throw new ModelFault("cut");
  }

  try {
    const opened = await openModel({ connection, name, fetch: watch.fetch });
    const { stream } = await opened.doStream({ ...writePrompt(request), abortSignal: watch.signal });
    await read(stream);
    if (refused) throw refused.error;
  } catch (error) {
    request.signal.throwIfAborted();
    if (refused) throw refused.error;
    if (!said.isOver) throw blame(faultOf(watch.signal.aborted ? watch.signal.reason : error), request);
  } finally {
    watch.stop();
  }
}

type SdkStream = Awaited<ReturnType<SdkModel["doStream"]>>["stream"];
type SdkCall = Extract<SdkStream extends ReadableStream<infer Part> ? Part : never, { type: "tool-call" }>;

/** OpenAI's ids of items would make it look for the reasoning before them, which we do not keep; others need theirs back. */
function readCall({ toolCallId, toolName, input, providerMetadata }: SdkCall): ToolCall {
  const { openai: _, ...memo } = providerMetadata ?? {};
  return { id: toolCallId, name: toolName, input, ...(Object.keys(memo).length > 0 && { memo }) };
}

interface Said {
  characters: number;
  calls: number;
  /** It is longer than an answer may be, or nobody wants more of it. */
  isOver: boolean;
}

/** A stream that just stops gives no reason of the provider's own: such an answer is never taken for a whole one. */
function finish(
  { unified, raw }: { unified: string; raw: string | undefined },
  { characters, calls }: Said,
): ChatPart {
  if (unified === "length" || lengthReasons.test(raw ?? "")) return { type: "finish", reason: "length" };
  if (unified === "content-filter") throw new ModelFault("filtered");
  if (unified === "error" && raw !== undefined) throw new ModelFault("unavailable");
  const isEnd = unified === "stop" || unified === "tool-calls";
  if (!isEnd && raw === undefined) throw new ModelFault("cut");
  if (calls > 0) return { type: "finish", reason: "calls" };
  if (characters === 0) throw new ModelFault("empty");
  return { type: "finish", reason: "stop" };
}

/** What imitators of OpenAI call an answer that reached its limit. */
const lengthReasons =
  /^(?:max_?(?:output_?|new_?|completion_?)?tokens|model_length|(?:token|length)_limit|max_length)$/i;

/** Where files or tools went along, a question that was refused was mostly refused for them. */
function blame(fault: ModelFault, { messages, tools = [] }: ChatRequest): ModelFault {
  if (tools.length > 0 && isAboutTools(fault)) return new ModelFault("tools", { cause: fault.cause });
  const hasFiles = messages.some((message) => message.role === "user" && (message.files ?? []).length > 0);
  return fault.kind === "request" && hasFiles ? new ModelFault("file", { cause: fault.cause }) : fault;
}
