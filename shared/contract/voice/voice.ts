import * as v from "valibot";
import { callEndings, callSpeeches, callStates } from "../../domain/call.ts";
import { maxMessageCharacters } from "../../domain/limits.ts";
import { call } from "../call.ts";
import { clientId, newThreadId } from "../conversations/conversations.ts";
import { count, data, id, keptCount, text } from "../shapes.ts";

/** A BCP 47 tag. */
const languageTag = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,4}$/, "Use a language tag."),
);

/** Where the sockets of calls are opened, by the HTTP upgrade. */
export const callSocketPath = "/api/public/v1/calls";

/**
 * 403 `forbidden` where the surface offers no calls. The socket at `callSocketPath` is opened then, and its first message
 * is `hello` with this ticket, which begins the call within a minute and resumes it while it lasts.
 */
export const startCall = call({
  family: "public",
  method: "POST",
  path: "/v1/copilotapps/{productId}/calls",
  who: "visitor",
  summary: "Starts a voice call, and returns the ticket for its socket.",
  body: data(
    v.strictObject({
      threadId: v.optional(id),
      newThreadId: v.optional(newThreadId),
      /** What the visitor speaks. */
      language: languageTag,
      /** Speech recognition and synthesis; 403 if the server can't. */
      speech: v.optional(v.picklist(callSpeeches), "browser"),
      /** The visitor was asked, and agrees to a recording. */
      isRecorded: v.optional(v.boolean(), false),
      /** Shows the video avatar, where the agent has one: `avatar` on the socket. A call that is recorded has none. */
      wantsAvatar: v.optional(v.boolean(), false),
    }),
  ),
  answer: data(
    v.object({
      callId: id,
      ticket: v.string(),
      longestMs: count,
      /** Whether it is recorded: the visitor agreed, the agent's owner wants it, and the server hears and speaks. */
      isRecorded: v.boolean(),
    }),
  ),
  limit: "openSession",
});

const sequence = keptCount;
/** Frames of a call carry a number of their own that grows by one, so that a resumed call misses none and repeats none. */
const numbered = { n: sequence };

/**
 * What the browser sends. `hello` is the first message of each socket and says how much of the server's was received.
 * `voice`: a sound began or ended. `words`: what the browser understood, `part` by part. `typed`: a text in place of
 * words, stored once however often its `clientId` comes, over this socket or by a message. `writes`: they are writing
 * one. `look`: as their chat has it, people have the conversation now. `heard`: how many characters of what was to be
 * said came out of the loudspeaker. Where the server understands and speaks, the microphone's sound goes up in frames
 * of bytes (shared/domain/callSound.ts) in the same numbering.
 */
export const callUp = v.variant("type", [
  v.strictObject({ type: v.literal("hello"), ticket: text(4000), got: sequence }),
  v.strictObject({ ...numbered, type: v.literal("voice"), isOn: v.boolean() }),
  v.strictObject({
    ...numbered,
    type: v.literal("words"),
    part: sequence,
    text: text(maxMessageCharacters),
    isFinal: v.boolean(),
  }),
  v.strictObject({
    ...numbered,
    type: v.literal("typed"),
    text: text(maxMessageCharacters),
    clientId: v.optional(clientId),
  }),
  v.strictObject({ ...numbered, type: v.literal("writes") }),
  v.strictObject({ ...numbered, type: v.literal("look") }),
  v.strictObject({ ...numbered, type: v.literal("heard"), id: sequence, characters: sequence }),
  v.strictObject({ ...numbered, type: v.literal("mute"), isOn: v.boolean() }),
  v.strictObject({ ...numbered, type: v.literal("end") }),
]);
export type CallUp = v.InferOutput<typeof callUp>;

/**
 * What the server sends. `ready` answers `hello` and says how much of the browser's was received. `avatar`: this page shows
 * an avatar, which speaks in place of the browser or the server; it comes before anything is said. `say` is to be spoken, in
 * the order of its ids. `pause`: a sound came in between; `goOn`: it was no word; `drop`: pending sayings are dropped.
 * If the server speaks, `sound` says as what a saying's sound comes: samples of 16 bits at `rate`, or a `file` that the
 * browser reads whole; frames of bytes with the saying's id follow, and `soundEnd`. A saying without any is read. `writes`: the
 * voice is silent at the moment. `untaken`: a typed text was not stored; it can go as a message.
 */
export const callDown = v.variant("type", [
  v.object({ type: v.literal("ready"), got: sequence, callId: id }),
  v.object({ ...numbered, type: v.literal("avatar"), url: v.string() }),
  v.object({ ...numbered, type: v.literal("state"), state: v.picklist(callStates) }),
  v.object({ ...numbered, type: v.literal("caption"), text: v.string() }),
  v.object({ ...numbered, type: v.literal("turn"), threadId: id, messageId: id }),
  v.object({ ...numbered, type: v.literal("say"), id: sequence, text: v.string() }),
  v.object({
    ...numbered,
    type: v.literal("sound"),
    id: sequence,
    kind: v.picklist(["samples", "file"]),
    rate: count,
  }),
  v.object({ ...numbered, type: v.literal("soundEnd"), id: sequence }),
  v.object({ ...numbered, type: v.literal("writes") }),
  v.object({ ...numbered, type: v.literal("untaken"), clientId }),
  v.object({ ...numbered, type: v.literal("pause") }),
  v.object({ ...numbered, type: v.literal("goOn") }),
  v.object({ ...numbered, type: v.literal("drop") }),
  v.object({ ...numbered, type: v.literal("over"), reason: v.picklist(callEndings), seconds: count }),
]);
export type CallDown = v.InferOutput<typeof callDown>;
