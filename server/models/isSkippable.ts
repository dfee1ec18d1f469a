import { readField } from "./readField.ts";

/** The kinds of events, and of what they bring, that make an answer: its words, its calls, its end. */
const needed = new Set([
  // Anthropic's
  ...["message_start", "message_delta", "message_stop", "error"],
  ...["text", "text_delta", "tool_use", "input_json_delta"],
  // OpenAI's
  ...["response.output_text.delta", "response.refusal.delta", "function_call"],
  ...["response.completed", "response.incomplete", "response.failed"],
]);

/** Where formats whose events have no kind hold what makes an answer. */
const answering = ["choices", "candidates", "error"];

/**
 * Whether an event that the SDK could not read has nothing of an answer in it. Providers add kinds of events, and change
 * those that tell of their own tools, without a new version: no answer should lose its words for that. OpenAI's SDK takes
 * such an answer for one that was cut all the same.
 */
export function isSkippable(error: unknown): boolean {
  if (!(error instanceof Error) || !error.name.includes("TypeValidation")) return false;
  const event = readField(error, "value");
  const [block, delta, item] = ["content_block", "delta", "item"].map((field) => readField(event, field));
  const kind = readField(block ?? delta ?? item, "type") ?? readField(event, "type");
  if (typeof kind === "string") return !needed.has(kind);
  return typeof event === "object" && answering.every((field) => readField(event, field) == null);
}
