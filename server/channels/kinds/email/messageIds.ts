import { signWith } from "../../hmac.ts";
import { isSame } from "../../isSame.ts";
import type { OpenChannel, Sending } from "../../kind.ts";

/**
 * The id of a mail of ours names its conversation, signed: an answer finds it by this, whatever its subject says, and nobody
 * can name another.
 */
export function writeMessageId(channel: OpenChannel, { threadId, id }: Sending): string {
  const host = (channel.settings["address"] ?? "").split("@")[1] || "localhost";
  return `<${threadId}.${id}.${signThread(channel, threadId)}@${host}>`;
}

/** Gives the conversation that an id of ours names; undefined for all others. */
export function readMessageId(messageId: string, channel: OpenChannel): string | undefined {
  const [, threadId = "", signature = ""] =
    /^<([0-9a-z]{26})\.[0-9a-z]{26}\.([0-9a-f]{24})@/.exec(messageId) ?? [];
  return threadId && isSame(signature, signThread(channel, threadId)) ? threadId : undefined;
}

function signThread({ webhookSecret }: OpenChannel, threadId: string): string {
  return signWith({ algorithm: "sha256", secret: webhookSecret, content: `mail:${threadId}` }, "hex").slice(
    0,
    24,
  );
}
