/** One turn as a provider sees it: what people said, and what the agent answered. */
export interface ChatMessage {
  role: "user" | "assistant";
  content: string;
  /** Pictures and PDFs that go along, before the text; only people send any. */
  files?: ModelFile[];
}

/** A file as a provider gets it: its bytes, and the type that they have. */
export interface ModelFile {
  name: string;
  mediaType: string;
  bytes: Uint8Array;
}

export interface ChatRequest {
  system: string;
  messages: ChatMessage[];
  /** Ends the answer and closes the connection to the provider. */
  signal: AbortSignal;
}

/**
 * What an answer is made of. `attempt` comes before each request to the provider. `finish` comes last and once, with
 * `stop` for a whole answer and `length` for one that reached its limit; every other end is a ModelFault.
 */
export type ChatPart =
  | { type: "attempt"; number: number }
  | { type: "text"; text: string }
  | { type: "usage"; tokensIn: number | null; tokensOut: number | null }
  | { type: "finish"; reason: "stop" | "length" };

/** A language model, whoever runs it. */
export interface ChatModel {
  stream(request: ChatRequest): AsyncIterable<ChatPart>;
}
