import * as v from "valibot";
import { call } from "./call.ts";
import { content } from "./conversations.ts";
import { tryEvent } from "./playground.ts";
import { count, data } from "./shapes.ts";

const thread = "/v1/org/{orgId}/copilotapps/{productId}/threads/{threadId}" as const;
const replies = { member: "conversations.reply" } as const;

/** The model that writes for the team: the first of the agent's own, as published, that there is a way to. */
const writer = v.object({
  model: v.string(),
  label: v.string(),
  /** What each text costs the agent's budget. */
  credits: count,
});

/** What can be had in a conversation. `writer` is null where the built-in model alone is there: it only drafts. */
export const assistance = v.object({ writer: v.nullable(writer) });
export type Assistance = v.InferOutput<typeof assistance>;

export const getAssistance = call({
  family: "console",
  method: "GET",
  path: `${thread}/assistance`,
  who: replies,
  summary: "Gives which model writes for the team in a conversation.",
  answer: data(assistance),
});

/**
 * The agent's answer to the visitor's last words, as a draft for whoever writes to them: looked up, guided and cited as
 * its answers are, with what this visitor may be told. Nothing is sent and nothing is kept. It is charged once to the
 * agent's budget, never to the visitor's; leaving the stream ends the provider's work. 409 `conflict` where the visitor has
 * written nothing.
 */
export const draftReply = call({
  family: "console",
  method: "POST",
  path: `${thread}/draft`,
  who: replies,
  audit: false,
  summary:
    "Drafts a reply to the visitor's last words and streams it with its sources; nothing of it is sent.",
  events: tryEvent,
  limit: "tryAgent",
});

/** How a text of the team's is written anew. */
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
  summary: "Has a model write a reply in another tone and streams it; nothing of it is sent.",
  body: data(v.strictObject({ content, style: v.picklist(rewriteStyles) })),
  events: writtenEvent,
  limit: "tryAgent",
});
