/** One turn as a provider sees it: what people said, what the agent answered, and what the tools gave that it used. */
export type ChatMessage = SaidMessage | ToolMessage;

export interface SaidMessage {
  role: "user" | "assistant";
  content: string;
  /** Pictures and PDFs that go along, before the text; only people send any. */
  files?: ModelFile[];
  /** The tools that the model asked for, behind its text. Each has its result in the turn that follows. */
  calls?: ToolCall[];
}

export interface ToolMessage {
  role: "tool";
  results: { call: ToolCall; text: string }[];
}

/** A file as a provider gets it: its bytes, and the type that they have. */
export interface ModelFile {
  name: string;
  mediaType: string;
  bytes: Uint8Array;
}

/** A tool as a model is told of it. */
export interface ToolDescription {
  name: string;
  description: string;
  /** JSON Schema of an object. */
  inputSchema: Record<string, unknown>;
}

/** A model's wish to use a tool. The input is what it wrote, which need not be JSON. */
export interface ToolCall {
  id: string;
  name: string;
  input: string;
  /** What this provider wants to get back with the call, as it sent it. */
  memo?: unknown;
}

export interface ChatRequest {
  system: string;
  messages: ChatMessage[];
  tools?: ToolDescription[];
  /** The tools are described, because earlier turns used them, but no more calls are allowed. */
  mayUseTools?: boolean;
  /** The longest answer, where the provider is known to take such a limit. */
  maxTokens?: number;
  /** Ends the answer and closes the connection to the provider. */
  signal: AbortSignal;
}

/**
 * The parts of a streamed answer. `attempt` comes before each request to the provider and undoes the calls before it.
 * `finish` comes last and once, with `stop` for a whole answer, `length` for one that reached its limit and `calls`
 * where the model waits for what its calls give; every other end is a ModelFault.
 */
export type ChatPart =
  | { type: "attempt"; number: number }
  | { type: "text"; text: string }
  | { type: "call"; call: ToolCall }
  | { type: "usage"; tokensIn: number | null; tokensOut: number | null }
  | { type: "finish"; reason: "stop" | "length" | "calls" };

/** Receives an answer's parts, as they arrive. */
export type Hear = (part: ChatPart) => void;

/** A language model, whichever provider runs it. */
export interface ChatModel {
  /**
   * Resolves when all was said. Throws a ModelFault where that is not a whole answer, the signal's reason, or what `hear`
   * throws, which ends the answer too.
   */
  stream(request: ChatRequest, hear: Hear): Promise<void>;
}
