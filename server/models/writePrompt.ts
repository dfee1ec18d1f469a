import type { ChatMessage, ChatRequest, SaidMessage, ToolCall } from "./chatModel.ts";
import type { SdkModel } from "./openModel.ts";

type CallOptions = Parameters<SdkModel["doStream"]>[0];
type Prompt = CallOptions["prompt"];
type Metadata = NonNullable<Prompt[number]["providerOptions"]>;

/** Gives what is asked of a model as the SDK has it. */
export function writePrompt({ system, messages, tools = [], mayUseTools = true, maxTokens }: ChatRequest) {
  const prompt: Prompt = [{ role: "system", content: system }, ...messages.map(writeTurn)];
  const limit = maxTokens === undefined ? {} : { maxOutputTokens: maxTokens };
  if (tools.length === 0) return { prompt, ...limit };
  return {
    prompt,
    ...limit,
    tools: tools.map((tool) => ({ type: "function" as const, ...tool })),
    toolChoice: { type: mayUseTools ? ("auto" as const) : ("none" as const) },
  } satisfies Partial<CallOptions>;
}

function writeTurn(message: ChatMessage): Prompt[number] {
  if (message.role === "tool") {
    const content = message.results.map(({ call: { id, name }, text }) => ({
      type: "tool-result" as const,
      toolCallId: id,
      toolName: name,
      output: { type: "text" as const, value: text },
    }));
    return { role: "tool", content };
  }
  if (message.role === "assistant") return writeAnswer(message);
  const { content, files = [] } = message;
  const parts = files.map(({ name, mediaType, bytes }) => ({
    type: "file" as const,
    filename: name,
    mediaType,
    data: { type: "data" as const, data: bytes },
  }));
  return { role: "user", content: [...parts, { type: "text", text: content }] };
}

function writeAnswer({ content, calls = [] }: SaidMessage): Prompt[number] {
  const said = content === "" && calls.length > 0 ? [] : [{ type: "text" as const, text: content }];
  return { role: "assistant", content: [...said, ...calls.map(writeCall)] };
}

function writeCall({ id, name, input, memo }: ToolCall) {
  return {
    type: "tool-call" as const,
    toolCallId: id,
    toolName: name,
    input: readInput(input),
    ...(memo !== undefined && { providerOptions: memo as Metadata }), // the SDK's own, kept by readCall
  };
}

/** Providers want an object back, also where the model wrote none. */
function readInput(input: string): unknown {
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}
