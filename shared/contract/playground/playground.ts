import * as v from "valibot";
import { maxMessageCharacters, maxTriedCharacters, maxTriedMessages } from "../../domain/limits.ts";
import { call } from "../call.ts";
import { citation } from "../conversations/conversations.ts";
import { receipt } from "../conversations/answers/receipts.ts";
import { data, id, text, title } from "../shapes.ts";

/** What is behind an answer of the playground: what a receipt of the inbox says, but of no message. */
export const triedReceipt = v.omit(receipt, ["messageId"]);
export type TriedReceipt = v.InferOutput<typeof triedReceipt>;

/** An answer's end. Its text came in `delta`s; `credits` of the receipt is what it would have cost a budget. */
const end = {
  citations: v.array(citation),
  followUps: v.array(v.string()),
  receipt: triedReceipt,
};

/**
 * The events of a try, in order: `delta`s, then one of `done` and `failed`, which keeps the text so far and says why it
 * is no whole answer.
 */
export const tryEvent = v.variant("type", [
  v.object({ type: v.literal("delta"), text: v.string() }),
  v.object({ type: v.literal("done"), ...end }),
  v.object({
    type: v.literal("failed"),
    ...end,
    error: v.object({ code: v.string(), message: v.string() }),
  }),
]);
export type TryEvent = v.InferOutput<typeof tryEvent>;

/** What was said before, as a client that asks has it; none of it is kept on the server. */
const said = v.strictObject({
  role: v.picklist(["user", "assistant"]),
  content: text(maxTriedCharacters),
});

/**
 * Asks as a visitor would, for the eyes of those who build the agent: no conversation is stored, no budget is charged
 * and nothing is counted. Leaving the stream stops the provider's work. With `model` that one answers by itself, so
 * that it can be compared: where it can't, `failed` says why and no other stands in for it. Without it the agent's own does,
 * with all that stands in for it. A model that the organization has no way to is 400 `invalid_input`.
 */
export const tryAgent = call({
  family: "console",
  method: "POST",
  path: "/v1/org/{orgId}/copilotapps/{productId}/playground",
  who: { member: "agents.update" },
  audit: false,
  summary: "Asks an agent and streams the answer with its receipt. Nothing is stored.",
  body: data(
    v.strictObject({
      question: title(maxMessageCharacters),
      /** Oldest first. */
      history: v.optional(
        v.pipe(v.array(said), v.maxLength(maxTriedMessages, `Send at most ${maxTriedMessages} messages.`)),
        [],
      ),
      version: v.optional(v.picklist(["draft", "published"]), "draft"),
      model: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
      /** Who asks, and from which page: rules of guidance may depend on it. */
      pageUrl: v.optional(v.nullable(text(2000)), null),
      isVerified: v.optional(v.boolean(), false),
      /** Data sources may be for those who left an address, or for the team. */
      isIdentified: v.optional(v.boolean()),
      isTeam: v.optional(v.boolean()),
      /** Only these data sources are searched, of those that the agent answers from; all where it is left out. */
      sourceIds: v.optional(v.pipe(v.array(id), v.minLength(1), v.maxLength(100))),
    }),
  ),
  events: tryEvent,
  limit: "tryAgent",
});
