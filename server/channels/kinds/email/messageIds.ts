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

/** The id of a notice to a member: an answer to it is that member's word to the visitor, where the sender is verified. */
export function writeNoticeId(channel: OpenChannel, { threadId, userId }: Noticed): string {
  const host = (channel.settings["address"] ?? "").split("@")[1] || "localhost";
  return `<team.${threadId}.${userId}.${signNotice(channel, { threadId, userId })}@${host}>`;
}

export interface Noticed {
  threadId: string;
  userId: string;
}

/** Begins the id of every notice. */
export const noticeMark = "<team.";

/** Gives which conversation and which member an id of a notice names; undefined for all others. */
export function readNoticeId(messageId: string, channel: OpenChannel): Noticed | undefined {
  const [, threadId = "", userId = "", signature = ""] =
    /^<team\.([0-9a-z]{26})\.([0-9a-z]{26})\.([0-9a-f]{32})@/.exec(messageId) ?? [];
  const isOurs = threadId && isSame(signature, signNotice(channel, { threadId, userId }));
  return isOurs ? { threadId, userId } : undefined;
}

function signNotice({ webhookSecret }: OpenChannel, { threadId, userId }: Noticed): string {
  const content = `notice:${threadId}:${userId}`;
  return signWith({ algorithm: "sha256", secret: webhookSecret, content }, "hex").slice(0, 32);
}
