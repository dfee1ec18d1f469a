import * as v from "valibot";
import { maxMessageCharacters } from "../../shared/domain/limits.ts";

const words = v.pipe(v.string(), v.maxLength(8 * maxMessageCharacters));
const short = v.pipe(v.string(), v.maxLength(400));

/**
 * What a telephone provider sends over a ConversationRelay socket; Twilio and Telnyx send the same. `setup` comes first.
 * `prompt`: what the caller said. `interrupt`: the sound was stopped because the caller spoke, after these words.
 */
const relayUp = v.variant("type", [
  v.object({
    type: v.literal("setup"),
    callSid: v.pipe(short, v.minLength(1)),
    customParameters: v.optional(v.record(v.string(), v.unknown()), {}),
  }),
  v.object({ type: v.literal("prompt"), voicePrompt: words, last: v.optional(v.boolean(), true) }),
  v.object({ type: v.literal("interrupt"), utteranceUntilInterrupt: v.optional(words, "") }),
  v.object({ type: v.literal("dtmf"), digit: v.pipe(v.string(), v.regex(/^[0-9A-D#*]$/)) }),
  v.object({ type: v.literal("error"), description: v.optional(v.string(), "") }),
]);
export type RelayUp = v.InferOutput<typeof relayUp>;

/** What goes to the provider. `text` is spoken as it comes; `last` says that nothing follows for now. */
export type RelayDown =
  | { type: "text"; token: string; last: boolean; interruptible?: boolean }
  | { type: "end"; handoffData: string };

/** Reads a frame: null for one that is broken, "unknown" for a kind that we have no use for. */
export function readRelayFrame(content: string): RelayUp | "unknown" | null {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return null;
  }
  const parsed = v.safeParse(relayUp, value);
  if (parsed.success) return parsed.output;
  const { type } = (value ?? {}) as { type?: unknown }; // compared below
  const isKnown = ["setup", "prompt", "interrupt", "dtmf", "error"].some((one) => one === type);
  return isKnown || typeof type !== "string" ? null : "unknown";
}
