import * as v from "valibot";
import { maxMessageCharacters } from "../domain/limits.ts";
import { call } from "./call.ts";
import { count, data, id, list, paging, time } from "./shapes.ts";

/** Where an answer found what it says. `number` is what stands as `[1]` in the text. */
export const citation = v.object({
  number: count,
  sourceId: id,
  pageId: id,
  passageId: id,
  title: v.string(),
  headings: v.array(v.string()),
  /** With a text fragment, so that the browser jumps to the passage; null for files and typed text. */
  url: v.nullable(v.string()),
  quote: v.string(),
  /** "page 3", "row 12"; null where neither is known. */
  position: v.nullable(v.string()),
});
export type Citation = v.InferOutput<typeof citation>;

export const message = v.object({
  id,
  threadId: id,
  /** Grows by one within the thread; the order in which messages are shown. */
  position: count,
  role: v.picklist(["user", "assistant", "support", "system"]),
  kind: v.picklist(["text", "event"]),
  /** Markdown for text; the event's name for an event. */
  content: v.string(),
  /** `streaming`: text is still coming. `failed` and `stopped` keep the text so far. */
  status: v.picklist(["sent", "streaming", "stopped", "failed"]),
  error: v.nullable(v.object({ code: v.string(), message: v.string() })),
  citations: v.array(citation),
  followUps: v.array(v.string()),
  author: v.nullable(v.object({ id, name: v.string() })),
  /** The visitor's message that an answer answers. */
  inReplyTo: v.nullable(id),
  /** Grows when an answer is written anew; offsets count within one generation. */
  generation: count,
  clientId: v.nullable(v.string()),
  createdAt: time,
  updatedAt: time,
});
export type Message = v.InferOutput<typeof message>;

/** What stands behind one answer, for the team's eyes. Milliseconds by step. */
export const receipt = v.object({
  messageId: id,
  question: v.string(),
  rewrittenQuestion: v.nullable(v.string()),
  passages: v.array(
    v.object({
      passageId: id,
      pageId: id,
      title: v.string(),
      url: v.nullable(v.string()),
      text: v.string(),
      score: v.number(),
      cited: v.boolean(),
    }),
  ),
  /** What answered. */
  model: v.string(),
  provider: v.string(),
  /** The model that should have answered, and why the built-in one did instead. */
  fallback: v.nullable(v.object({ model: v.string(), reason: v.string() })),
  tokensIn: v.nullable(count),
  tokensOut: v.nullable(count),
  credits: count,
  attempts: count,
  ms: v.object({ retrieve: v.number(), firstToken: v.nullable(v.number()), total: v.number() }),
  agentVersion: count,
});
export type Receipt = v.InferOutput<typeof receipt>;

export const thread = v.object({
  id,
  agentId: id,
  surface: v.string(),
  title: v.string(),
  status: v.picklist(["open", "resolved"]),
  /** `human`: the agent is silent and the assignee writes. */
  handledBy: v.picklist(["ai", "human"]),
  assignee: v.nullable(v.object({ id, name: v.string() })),
  contact: v.object({ id, name: v.string(), verified: v.boolean() }),
  /** Messages that the team has not seen. */
  unread: count,
  preview: v.boolean(),
  page: v.nullable(v.object({ url: v.string(), title: v.string() })),
  lastMessage: v.nullable(v.object({ role: v.string(), text: v.string(), at: time })),
  lastActivityAt: time,
  createdAt: time,
});
export type Thread = v.InferOutput<typeof thread>;

/** A thread as its visitor sees it. */
export const visitorThread = v.object({
  id,
  title: v.string(),
  status: v.picklist(["open", "resolved"]),
  handledBy: v.picklist(["ai", "human"]),
  assigneeName: v.nullable(v.string()),
  lastActivityAt: time,
  createdAt: time,
});
export type VisitorThread = v.InferOutput<typeof visitorThread>;

/**
 * The events of an answer's stream, in order: `accepted` once the visitor's message is stored (it is durable from then
 * on), then `delta`s whose `offset` counts UTF-16 units from the answer's start, then one of `done` and `failed`.
 * `restart` empties the text: the answer is written anew as another generation. `handedOver`: a person answers here, or
 * the agent is paused, so that no answer follows.
 */
export const answerEvent = v.variant("type", [
  v.object({ type: v.literal("accepted"), message, answer: v.nullable(message), thread: visitorThread }),
  v.object({ type: v.literal("restart"), generation: count }),
  v.object({ type: v.literal("delta"), generation: count, offset: count, text: v.string() }),
  v.object({ type: v.literal("done"), message }),
  v.object({ type: v.literal("failed"), message }),
  v.object({ type: v.literal("handedOver") }),
]);
export type AnswerEvent = v.InferOutput<typeof answerEvent>;

/**
 * The live events of an agent. `number` is the cursor to come back with (`after`). A visitor gets only what belongs to
 * their own threads, as a visitor may see it. `readAfresh`: the cursor is too old, read lists anew and go on from
 * `number`. `ready` comes first of all and tells the newest number.
 */
export const liveEvent = v.variant("type", [
  v.object({ type: v.literal("ready"), number: count }),
  v.object({ type: v.literal("readAfresh"), number: count }),
  v.object({ type: v.literal("thread"), number: count, thread: v.union([thread, visitorThread]) }),
  v.object({ type: v.literal("message"), number: count, message }),
  v.object({ type: v.literal("sync"), number: count, sourceId: id, runId: id }),
  v.object({ type: v.literal("agent"), number: count }),
]);
export type LiveEvent = v.InferOutput<typeof liveEvent>;

const content = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, "Field is required"),
  v.maxLength(maxMessageCharacters, `Use at most ${maxMessageCharacters} characters.`),
);
/** Made by the client once for each message and kept over every repeat, so that it is stored once. */
const clientId = v.pipe(v.string(), v.minLength(8), v.maxLength(64), v.regex(/^[A-Za-z0-9_-]+$/));

const team = "/v1/org/{orgId}/copilotapps/{productId}/threads" as const;
const reads = { member: "conversations.read" } as const;
const replies = { member: "conversations.reply" } as const;

export const listThreads = call({
  family: "console",
  method: "GET",
  path: team,
  who: reads,
  summary: "Lists an agent's conversations, latest activity first.",
  query: v.object({
    ...paging.entries,
    status: v.optional(v.picklist(["open", "resolved"])),
    handledBy: v.optional(v.picklist(["ai", "human"])),
  }),
  answer: list(thread),
});

export const getThread = call({
  family: "console",
  method: "GET",
  path: `${team}/{threadId}`,
  who: reads,
  summary: "Gives one conversation.",
  answer: data(thread),
});

/** `human` silences the agent and assigns the caller; `ai` hands back. */
export const updateThread = call({
  family: "console",
  method: "PATCH",
  path: `${team}/{threadId}`,
  who: replies,
  summary: "Takes a conversation over, hands it back, resolves, reopens, or marks it as read.",
  body: data(
    v.strictObject({
      handledBy: v.optional(v.picklist(["ai", "human"])),
      status: v.optional(v.picklist(["open", "resolved"])),
      read: v.optional(v.literal(true)),
    }),
  ),
  answer: data(thread),
});

const messagesQuery = v.object({
  /** Messages before this position; the newest ones where it is absent. */
  before: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(0))),
  limit: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(100)), "50"),
});
/** In the order of `position`; `hasMore`: older ones exist. */
const messagePage = v.object({ items: v.array(message), hasMore: v.boolean() });

export const listMessages = call({
  family: "console",
  method: "GET",
  path: `${team}/{threadId}/messages`,
  who: reads,
  summary: "Gives a window of a conversation's messages.",
  query: messagesQuery,
  answer: messagePage,
});

export const sendReply = call({
  family: "console",
  method: "POST",
  path: `${team}/{threadId}/messages`,
  who: replies,
  summary: "Sends a person's reply; stored once however often it is repeated with the same clientId.",
  body: data(v.strictObject({ clientId, content })),
  answer: data(message),
});

export const getReceipt = call({
  family: "console",
  method: "GET",
  path: `${team}/{threadId}/messages/{messageId}/receipt`,
  who: reads,
  summary: "Gives what stands behind one answer: passages, model, tokens, credits, milliseconds.",
  answer: data(receipt),
});

const visitor = "/v1/copilotapps/{productId}/threads" as const;

export const listVisitorThreads = call({
  family: "public",
  method: "GET",
  path: visitor,
  who: "visitor",
  summary: "Lists the visitor's own conversations, latest first.",
  query: paging,
  answer: list(visitorThread),
});

export const listVisitorMessages = call({
  family: "public",
  method: "GET",
  path: `${visitor}/{threadId}/messages`,
  who: "visitor",
  summary: "Gives a window of the visitor's own conversation.",
  query: messagesQuery,
  answer: messagePage,
});

/**
 * Streams the answer. Without `threadId` a new conversation starts. Repeating it with the same clientId answers from
 * what is stored: `accepted`, the text so far from offset 0, and what still comes. Another content under the same
 * clientId is 409 `repeated_with_other_content`.
 */
export const sendMessage = call({
  family: "public",
  method: "POST",
  path: "/v1/copilotapps/{productId}/messages",
  who: "visitor",
  summary: "Sends a visitor's message and streams the answer.",
  body: data(
    v.strictObject({
      threadId: v.optional(id),
      clientId,
      content,
      /** Where the visitor is; kept with a conversation that starts here. */
      page: v.optional(
        v.strictObject({
          url: v.pipe(v.string(), v.maxLength(2000)),
          title: v.pipe(v.string(), v.maxLength(300)),
        }),
      ),
    }),
  ),
  events: answerEvent,
  limit: "send",
});

export const resumeAnswer = call({
  family: "public",
  method: "GET",
  path: `${visitor}/{threadId}/messages/{messageId}/stream`,
  who: "visitor",
  summary: "Streams an answer from an offset on, and to its end.",
  query: v.object({
    offset: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(0)), "0"),
    generation: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(0)), "0"),
  }),
  events: answerEvent,
});

export const stopAnswer = call({
  family: "public",
  method: "POST",
  path: `${visitor}/{threadId}/messages/{messageId}/stop`,
  who: "visitor",
  summary: "Stops an answer; the text so far stays.",
  answer: data(message),
});

/** Only a failed or stopped answer that is the newest of its thread. Streams like sending does. */
export const retryAnswer = call({
  family: "public",
  method: "POST",
  path: `${visitor}/{threadId}/messages/{messageId}/retry`,
  who: "visitor",
  summary: "Writes a failed or stopped answer anew.",
  events: answerEvent,
  limit: "send",
});

export const watchEvents = call({
  family: "public",
  method: "GET",
  path: "/v1/copilotapps/{productId}/events",
  who: { watcher: "conversations.read" },
  summary: "Streams an agent's live events from a cursor on.",
  query: v.object({ after: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(0))) }),
  events: liveEvent,
});
