import * as v from "valibot";
import { call } from "../../call.ts";
import { content, message, messageTranslation } from "../conversations.ts";
import { tryEvent } from "../../playground/playground.ts";
import { count, data, id, time } from "../../shapes.ts";

const thread = "/v1/org/{orgId}/copilotapps/{productId}/threads/{threadId}" as const;
const replies = { member: "conversations.reply" } as const;

/** The model that writes for the team: the first of the agent's own, as published, that there is a way to. */
const writer = v.object({
  model: v.string(),
  label: v.string(),
  /** What each text costs the agent's budget. */
  credits: count,
});

/** A message as an extract quotes it. */
const quoted = v.object({ by: v.picklist(["visitor", "agent", "team"]), text: v.string(), at: time });
export type Quoted = v.InferOutput<typeof quoted>;

/** What was said in short, only for the team. */
export const threadSummary = v.object({
  /** It knows the messages below this position. */
  to: count,
  /** When it was asked for, and by whom. */
  at: time,
  by: v.string(),
  content: v.variant("kind", [
    v.object({ kind: v.literal("written"), text: v.string(), model: v.string(), credits: count }),
    /** Where no model writes: what was asked first, what was decided, oldest first, and who said what last. */
    v.object({
      kind: v.literal("extract"),
      asked: v.nullable(quoted),
      decided: v.array(v.pick(message, ["content", "author", "about", "createdAt"])),
      last: v.array(quoted),
    }),
  ]),
});
export type ThreadSummary = v.InferOutput<typeof threadSummary>;

/**
 * What can be had in a conversation. `writer` is null where the built-in model alone is there: it only drafts and extracts.
 * `summary` is the one that is kept.
 */
export const assistance = v.object({ writer: v.nullable(writer), summary: v.nullable(threadSummary) });
export type Assistance = v.InferOutput<typeof assistance>;

export const getAssistance = call({
  family: "console",
  method: "GET",
  path: `${thread}/assistance`,
  who: replies,
  summary: "Returns the model that writes for the team in a conversation, and its stored summary.",
  answer: data(assistance),
});

/**
 * The agent's answer to the visitor's last words, as a draft for the member who writes to them: looked up, guided and
 * cited as its answers are, with what this visitor may be told. Nothing is sent and nothing is kept. It is charged once
 * to the agent's budget, never to the visitor's; leaving the stream ends the provider's work. 409 `conflict` where the
 * visitor has written nothing.
 */
export const draftReply = call({
  family: "console",
  method: "POST",
  path: `${thread}/draft`,
  who: replies,
  audit: false,
  summary: "Drafts a reply to the visitor and streams it with its sources. Nothing is sent.",
  events: tryEvent,
  limit: "tryAgent",
});

/** How a text of the team's is rewritten. */
export const rewriteStyles = ["friendlier", "shorter", "formal"] as const;
export type RewriteStyle = (typeof rewriteStyles)[number];

/** The events of a text that a model writes: `delta`s, then one of `done` and `failed`, which keeps the text so far. */
export const writtenEvent = v.variant("type", [
  v.object({ type: v.literal("delta"), text: v.string() }),
  v.object({ type: v.literal("done"), model: v.string(), credits: count }),
  v.object({
    type: v.literal("failed"),
    error: v.object({ code: v.string(), message: v.string() }),
  }),
]);
export type WrittenEvent = v.InferOutput<typeof writtenEvent>;

/** Nothing is sent and nothing is kept. 409 `conflict` where the agent has no model that writes. */
export const rewriteReply = call({
  family: "console",
  method: "POST",
  path: `${thread}/rewrite`,
  who: replies,
  audit: false,
  summary: "Rewrites a reply in another tone and streams it. Nothing is sent.",
  body: data(v.strictObject({ content, style: v.picklist(rewriteStyles) })),
  events: writtenEvent,
  limit: "tryAgent",
});

/** A BCP 47 tag. */
const language = v.pipe(v.string(), v.maxLength(35), v.regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/));

/**
 * Sums a conversation up, and keeps that with it in place of what was kept before. Private notes are no part of it, and no
 * visitor ever sees it. 502 `model_failed` where the model writes none: what was kept stays.
 */
export const summarizeThread = call({
  family: "console",
  method: "POST",
  path: `${thread}/summary`,
  who: replies,
  audit: false,
  summary: "Summarizes a conversation for the team: by the agent's model, or as an extract if it has none.",
  body: data(v.strictObject({ language })),
  answer: data(threadSummary),
  answersWithinMs: 120_000,
  limit: "tryAgent",
});

/**
 * Streams a message in another language; it stays as it is. The translation is kept with it for the team, who are told,
 * and given again at no cost: `credits` is what it cost then. It is charged where it is kept alone, and nothing where
 * the message is in that language already. `failed` with `message_changed` where the message was rewritten meanwhile.
 * 409 `conflict` where no words are in it, it is still being written or an event, or the agent has no model that
 * writes.
 */
export const translateMessage = call({
  family: "console",
  method: "POST",
  path: `${thread}/messages/{messageId}/translation`,
  who: replies,
  audit: false,
  summary: "Translates a message for the reader, once, and streams it.",
  body: data(v.strictObject({ language })),
  events: writtenEvent,
  limit: "tryAgent",
});

/** How many messages are translated by one request at most. */
export const maxTranslated = 200;

/** The events of a translated conversation: one for each message, in order, then one of `done` and `failed`. */
export const translatedEvent = v.variant("type", [
  v.object({ type: v.literal("translated"), messageId: id, translation: messageTranslation }),
  v.object({ type: v.literal("done") }),
  v.object({
    type: v.literal("failed"),
    error: v.object({ code: v.string(), message: v.string() }),
  }),
]);
export type TranslatedEvent = v.InferOutput<typeof translatedEvent>;

/**
 * The same of many of a conversation's messages, whatever their author: what has a translation is given as it is kept,
 * the rest is made and charged one by one, until one fails. Private notes, what has no words, and what is rewritten
 * meanwhile are passed over.
 */
export const translateThread = call({
  family: "console",
  method: "POST",
  path: `${thread}/translations`,
  who: replies,
  audit: false,
  summary: "Translates messages of a conversation, each once, and streams them.",
  body: data(
    v.strictObject({ language, messageIds: v.pipe(v.array(id), v.minLength(1), v.maxLength(maxTranslated)) }),
  ),
  events: translatedEvent,
  limit: "tryAgent",
});

/**
 * Gives the message with the words of its recordings, as an answer to it would have had them: they are kept with it, charged
 * once to the agent, and its visitor sees them too. A repeat changes nothing. 409 `conflict` where the message is no visitor's,
 * or the agent is listening to it; 502 `speech_failed` with why where nobody could write it down.
 */
export const transcribeMessage = call({
  family: "console",
  method: "POST",
  path: `${thread}/messages/{messageId}/transcript`,
  who: replies,
  audit: false,
  summary: "Transcribes the recordings of a visitor's message, once, and stores the text.",
  answer: data(message),
  answersWithinMs: 120_000,
  limit: "tryAgent",
});

/** Nothing is sent and nothing is kept. 409 `conflict` where the visitor wrote nothing, or the agent has no model that writes. */
export const translateReply = call({
  family: "console",
  method: "POST",
  path: `${thread}/translation`,
  who: replies,
  audit: false,
  summary: "Translates a reply into the visitor's language and streams it. Nothing is sent.",
  body: data(v.strictObject({ content })),
  events: writtenEvent,
  limit: "tryAgent",
});
