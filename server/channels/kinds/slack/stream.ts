import { ChannelProblem, prepare } from "../../ChannelProblem.ts";
import type { Draft, DraftPlace, OpenChannel, ShownDraft, ShownDrafts } from "../../kind.ts";
import type { SlackAnswer, SlackApi } from "./api.ts";
import { ratingButton } from "./read.ts";

/** Beside blocks, the text is what notifications say; `chat.update` refuses one of more than 4,000 characters. */
const longestNotice = 3000;

/** What a message of ours says. Slack takes no blocks beside `markdown_text`, and marks an update without blocks as edited. */
export function writeBlocks(text: string, { isRated }: { isRated: boolean }): Record<string, unknown> {
  return {
    text: text.slice(0, longestNotice),
    blocks: [{ type: "markdown", text }, ...(isRated ? [thumbs] : [])],
  };
}

/**
 * Makes what shows an answer in Slack while it is written: as a stream, which Slack has in threads alone and not for every
 * app, else as a message that is updated.
 */
export function createSlackDrafts(call: SlackApi): ShownDrafts {
  return {
    isShownAt: () => true,
    afterMs: 1000,
    everyMs: 1500,
    // Below what Slack lets an app update in a minute; a stream may grow twice as often.
    rate: { most: 45, withinMs: 60_000 },
    async begin(channel, draft) {
      const { address } = draft;
      if (address["thread"] === undefined) return beginUpdates(channel, draft);
      try {
        return await beginStream(channel, draft);
      } catch (error) {
        // Refused here, or to this app: nothing has been shown.
        if (!(error instanceof ChannelProblem) || error.kind === "later" || error.kind === "unknown")
          throw error;
        return beginUpdates(channel, draft);
      }
    },
    async drop(channel, at, signal) {
      await endStream(call, channel, { at, signal });
      await call(channel, "chat.delete", { signal, fields: placeOf(at) });
    },
  };

  async function beginStream(channel: OpenChannel, { address, to }: Draft): Promise<ShownDraft> {
    const [team, user] = to.split(":");
    const { signal } = new AbortController();
    const begun = await call(channel, "chat.startStream", {
      signal,
      fields: {
        ...{ channel: address["channel"], thread_ts: address["thread"] },
        // Others in a channel see the answer once it is whole.
        ...{ recipient_team_id: team, recipient_user_id: user },
      },
    });
    const at = { ...readPlace(begun), way: "stream" };
    let shown = "";
    const show = async (said: string) => {
      // A stream only grows: an answer that is rewritten is shown when it is whole.
      if (!said.startsWith(shown) || said === shown) return;
      const fields = { ...placeOf(at), markdown_text: said.slice(shown.length) };
      await call(channel, "chat.appendStream", { signal, fields });
      shown = said;
    };
    return { show, at };
  }

  async function beginUpdates(channel: OpenChannel, { address }: Draft): Promise<ShownDraft> {
    const { signal } = new AbortController();
    const fields = {
      ...{ channel: address["channel"], ...writeBlocks("…", { isRated: false }) },
      ...(address["thread"] && { thread_ts: address["thread"] }),
    };
    const at = { ...readPlace(await call(channel, "chat.postMessage", { signal, fields })), way: "update" };
    const show = async (said: string) => {
      const changed = { ...placeOf(at), ...writeBlocks(said, { isRated: false }) };
      await call(channel, "chat.update", { signal, fields: changed });
    };
    return { show, at };
  }
}

interface Finishing {
  at: DraftPlace;
  text: string;
  isRated: boolean;
  signal: AbortSignal;
}

/**
 * Makes what is shown of an answer the answer itself: what was appended may have lost its spaces. Null where Slack refuses to
 * change it; it is deleted then, if Slack allows that.
 */
export async function finishDraft(
  call: SlackApi,
  channel: OpenChannel,
  { at, text, isRated, signal }: Finishing,
): Promise<SlackAnswer | null> {
  await endStream(call, channel, { at, signal });
  try {
    const fields = { ...placeOf(at), ...writeBlocks(text, { isRated }) };
    return await prepare(call(channel, "chat.update", { signal, fields }));
  } catch (error) {
    if (!isRefused(error)) throw error;
    await prepare(call(channel, "chat.delete", { signal, fields: placeOf(at) })).catch((left: unknown) =>
      // Half an answer beside the whole one is better than none.
      isRefused(left) ? undefined : raise(left),
    );
    return null;
  }
}

/** A stream that Slack or its reader ended, or that somebody deleted, is over as well. */
async function endStream(
  call: SlackApi,
  channel: OpenChannel,
  { at, signal }: { at: DraftPlace; signal: AbortSignal },
): Promise<void> {
  if (at["way"] !== "stream") return;
  try {
    await prepare(call(channel, "chat.stopStream", { signal, fields: placeOf(at) }));
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof ChannelProblem && error.kind === "message";
}

function raise(error: unknown): never {
  throw error;
}

function placeOf({ channel, ts }: DraftPlace): { channel: string | undefined; ts: string | undefined } {
  return { channel, ts };
}

function readPlace({ channel, ts }: SlackAnswer): { channel: string; ts: string } {
  return { channel: String(channel ?? ""), ts: String(ts ?? "") };
}

const thumb = (text: string, value: string) => ({ text: { type: "plain_text", text }, value });
const thumbs = {
  type: "context_actions",
  elements: [
    {
      ...{ type: "feedback_buttons", action_id: ratingButton },
      ...{ positive_button: thumb("👍", "1"), negative_button: thumb("👎", "-1") },
    },
  ],
};
