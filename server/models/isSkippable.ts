/** The kinds of Anthropic's events, and of what they bring, that make an answer: its words, its calls, its end. */
const needed = new Set([
  ...["message_start", "message_delta", "message_stop", "error"],
  ...["text", "text_delta", "tool_use", "input_json_delta"],
]);

/**
 * Whether an event that Anthropic's SDK could not read has nothing of an answer in it. Anthropic adds kinds of events, and
 * changes those that tell of its own tools, without a new version: no answer should end for that.
 */
export function isSkippable(error: unknown): boolean {
  if (!(error instanceof Error) || !error.name.includes("TypeValidation")) return false;
  const event = readField(error, "value");
  const brought = readField(event, "content_block") ?? readField(event, "delta");
  const kind = readField(brought, "type") ?? readField(event, "type");
  return typeof kind === "string" && !needed.has(kind);
}

function readField(value: unknown, field: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, field) : undefined;
}
