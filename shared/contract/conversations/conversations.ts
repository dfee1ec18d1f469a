import { knownContactFields } from "./contacts/contactFields.ts";
import * as v from "valibot";
import { threadFigures } from "../../domain/figureState.ts";
import { maxContextCharacters, maxMessageCharacters, maxScore } from "../../domain/limits.ts";
import { maxSaidReferrerCharacters } from "../../domain/referrer.ts";
import { resolutionReasons, resolutions } from "../../domain/resolution.ts";
import { replyDueStates } from "../../domain/sla.ts";
import { messageAction } from "./actions/messageAction.ts";
import { attachment, attachmentIds, attachmentTarget, newAttachment } from "./files/attachment.ts";
import { call } from "../call.ts";
import { formValues } from "../forms/fields.ts";
import { lookingStates } from "./threads/looking.ts";
import { scheduledReply } from "./messages/scheduledReply.ts";
import { colour, count, data, id, list, paging, position, positionText, text, time } from "../shapes.ts";

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

export const feedbackReasons = ["wrong", "incomplete", "off_topic", "unclear", "other"] as const;

/** What a visitor thinks of an answer. */
export const feedback = v.object({
  value: v.picklist([1, -1]),
  reason: v.nullable(v.picklist(feedbackReasons)),
  text: v.string(),
});
export type Feedback = v.InferOutput<typeof feedback>;

/** What a visitor thinks of a conversation that has ended: `score` from 1, bad, to 5, good. */
export const threadRating = v.object({ score: count, remark: v.string(), at: time });
export type ThreadRating = v.InferOutput<typeof threadRating>;
/** How a conversation came out. */
export const threadResolution = v.object({
  is: v.picklist(resolutions),
  reason: v.picklist(resolutionReasons),
  at: time,
});
export const threadStatuses = ["open", "pending", "snoozed", "resolved"] as const;
export type ThreadStatus = (typeof threadStatuses)[number];
/** From the least urgent on. */
export const priorities = ["none", "low", "medium", "high", "urgent"] as const;
export type Priority = (typeof priorities)[number];

const eventAbout = v.object({
  name: v.optional(v.string()),
  until: v.optional(time),
  priority: v.optional(v.picklist(priorities)),
  /** Why it was given to them, with what they have now and at most. */
  by: v.optional(v.picklist(["turns", "leastBusy"])),
  open: v.optional(count),
  capacity: v.optional(count),
  /** A note that the agent is told, too: the conversation was handed back with it. */
  forAgent: v.optional(v.literal(true)),
  /** For how long they had been offline. */
  minutes: v.optional(count),
  /** How long a call lasted. */
  seconds: v.optional(count),
  /** When its recording begins, whose files the event has. */
  recordedFrom: v.optional(time),
  /** Its visitor agreed to a recording, which is not stored whole or not at all. */
  isRecordingCut: v.optional(v.literal(true)),
  /** Whose message was deleted. */
  of: v.optional(v.picklist(["visitor", "agent", "team"])),
  /** The run that wrote an answer, with its workflow's name then. */
  workflow: v.optional(v.object({ id, runId: id, name: v.string() })),
  /** The only members who may decide it. */
  memberIds: v.optional(v.array(id)),
  mentions: v.optional(v.array(v.object({ kind: v.picklist(["person", "team"]), id, name: v.string() }))),
});
export type EventAbout = v.InferOutput<typeof eventAbout>;

/** What a model made of a message in another language, for the team. */
export const messageTranslation = v.object({
  /** A BCP 47 tag without a region: see shared/domain/readingLanguage.ts. */
  language: v.string(),
  text: v.string(),
  model: v.string(),
  /** What it cost, once: nothing where the message was in this language already. */
  credits: count,
});
export type MessageTranslation = v.InferOutput<typeof messageTranslation>;

export const message = v.object({
  id,
  threadId: id,
  /** Grows by one within the thread; the order in which messages are shown. */
  position: count,
  role: v.picklist(["user", "assistant", "support", "system"]),
  kind: v.picklist(["text", "event"]),
  /** Markdown for text; the event's name for an event. */
  content: v.string(),
  /** What its visitor never sees: a note among the team, or an event that is its own. Only the team has this field. */
  audience: v.optional(v.literal("team")),
  /**
   * What an event was about: to whom it was given, until when it sleeps, how urgent it is; whom a note names. Only the
   * team's.
   */
  about: v.optional(eventAbout),
  /** `streaming`: text is still coming. `failed` and `stopped` keep the text so far. */
  status: v.picklist(["sent", "streaming", "stopped", "failed"]),
  error: v.nullable(v.object({ code: v.string(), message: v.string() })),
  citations: v.array(citation),
  followUps: v.array(v.string()),
  author: v.nullable(v.object({ id, name: v.string() })),
  /** The visitor's message that an answer answers. */
  inReplyTo: v.nullable(id),
  /** Grows when an answer is rewritten; offsets count within one generation. */
  generation: count,
  clientId: v.nullable(v.string()),
  attachments: v.array(attachment),
  /** What the agent wants to do, and what came of it. */
  actions: v.optional(v.array(messageAction)),
  feedback: v.nullable(feedback),
  /** When the visitor edited the message. */
  editedAt: v.nullable(time),
  /** What the visitor's message said before it was rewritten, oldest first; only the team sees it. */
  earlier: v.optional(v.array(v.object({ content: v.string(), at: time }))),
  /** The translations of what it says that were made so far; only the team sees them. */
  translations: v.optional(v.array(messageTranslation)),
  createdAt: time,
  updatedAt: time,
});
export type Message = v.InferOutput<typeof message>;

export const thread = v.object({
  id,
  agentId: id,
  surface: v.string(),
  title: v.string(),
  /** `pending`: the visitor has the next word. `snoozed`: put off until `snoozedUntil`, or the visitor's next message. */
  status: v.picklist(threadStatuses),
  snoozedUntil: v.nullable(time),
  priority: v.picklist(priorities),
  /** The agent's labels that stand on it, in the order in which they were put there. */
  labelIds: v.array(id),
  /** What it carries of the organization's custom fields, by their keys. */
  customFields: v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])),
  /** The members who are named in a note that they have not read. */
  mentionedIds: v.array(id),
  /** `human`: the agent is silent and the assignee writes. */
  handledBy: v.picklist(["ai", "human"]),
  assignee: v.nullable(v.object({ id, name: v.string() })),
  /** The group of people whose concern it is; it silences nobody. */
  team: v.nullable(v.object({ id, name: v.string() })),
  contact: v.object({
    id,
    name: v.string(),
    /** The site signed who this is. */
    verified: v.boolean(),
    ...knownContactFields,
    attributes: v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
  }),
  /** Since when the visitor waits for a person; null where they don't. */
  personRequestedAt: v.nullable(time),
  /** Since when the visitor waits for a word of the team's; null where the agent answers or the team had the last word. */
  waitingSince: v.nullable(time),
  /** By when they are to have it, as the agent's SLA has it; null where they don't wait, or nothing is promised. */
  replyDueAt: v.nullable(time),
  /** That it is due within a quarter of an hour, or overdue; null before that, and while the conversation sleeps. */
  replyDue: v.nullable(v.picklist(replyDueStates)),
  /** How many of the agent's actions wait for the team's approval. */
  approvals: count,
  /** Since when the agent is silent, as people answer here; null where it answers, and if unknown. */
  silentSince: v.nullable(time),
  /** When a member first replied. */
  firstReplyAt: v.nullable(time),
  /** The visitor has read the messages below this position, the team those below that. */
  visitorReadTo: count,
  teamReadTo: count,
  /** What the page said of itself when the visitor last wrote. */
  context: v.nullable(v.record(v.string(), v.unknown())),
  /** Messages that the team has not seen. */
  unread: count,
  /** Null as long as the visitor says nothing. */
  rating: v.nullable(threadRating),
  /**
   * How it came out, since when, and why; null while it continues, and where the team began it. See
   * shared/domain/resolution.ts.
   */
  resolution: v.nullable(threadResolution),
  /** In which figures of Insights it counts. See shared/domain/figureState.ts. */
  figures: v.array(v.picklist(threadFigures)),
  preview: v.boolean(),
  /** The page on which it began. */
  page: v.nullable(v.object({ url: v.string(), title: v.string() })),
  /** The page from which the visitor wrote last, where that is another one. */
  latestPage: v.nullable(v.object({ url: v.string(), title: v.string() })),
  /** From where the visitor came to the page on which it began: origin and path; null where nobody knows. */
  referrer: v.nullable(v.string()),
  /** What the visitor's browser says it is, when the conversation begins: `Firefox on Linux`; null where nobody knows. */
  device: v.nullable(v.string()),
  /** The language (a BCP 47 tag) that the visitor's browser prefers, when the conversation begins; null where nobody knows. */
  language: v.nullable(v.string()),
  /** From which country (ISO 3166, two letters) it began, where a proxy in front of the server tells it; else null. */
  country: v.nullable(v.string()),
  lastMessage: v.nullable(v.object({ role: v.string(), text: v.string(), at: time })),
  lastActivityAt: time,
  createdAt: time,
});
export type Thread = v.InferOutput<typeof thread>;

/** A word of the team's for conversations of one kind. */
export const label = v.object({ id, name: v.string(), colour });
export type Label = v.InferOutput<typeof label>;

/** A thread as its visitor sees it. */
export const visitorThread = v.object({
  id,
  title: v.string(),
  /** Whatever is not resolved is open to its visitor. */
  status: v.picklist(["open", "resolved"]),
  handledBy: v.picklist(["ai", "human"]),
  assigneeName: v.nullable(v.string()),
  /** The visitor asked for a person, or wrote while the agent is paused, and nobody has come yet. */
  isWaitingForPerson: v.boolean(),
  /** How many others are before them; null where they don't wait in the queue, these are too many, or the agent does not tell it. */
  peopleBefore: v.nullable(count),
  /** The team has read the messages below this position. */
  teamReadTo: count,
  /** The visitor has read the messages below this position. */
  visitorReadTo: count,
  /** Messages of others that the visitor has not read. */
  unread: count,
  rating: v.nullable(threadRating),
  lastMessage: v.nullable(v.object({ role: v.string(), text: v.string(), at: time })),
  lastActivityAt: time,
  createdAt: time,
});
export type VisitorThread = v.InferOutput<typeof visitorThread>;

/**
 * The events of an answer's stream, in order: `accepted` once the visitor's message is stored (it is durable from then
 * on), then `delta`s whose `offset` counts UTF-16 units from the answer's start, then one of `done` and `failed`.
 * `restart` empties the text: the answer is rewritten as another generation. `handedOver`: a person answers here, or
 * is waited for, as where the agent is paused, so that no answer follows.
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
 * their own threads, as a visitor may see it. `readAfresh`: the cursor is too old, or for the team too much happened at
 * once; read lists again and continue from `number`. `label`: one of the agent's labels is this now; null where it is
 * gone, also from every conversation. `customFields`: the fields of the organization changed, or one is gone with what
 * conversations carried of it. `contact`: what is known of a visitor, or kept beside it, is other now, or all of it is
 * gone; the number of their conversations and when they were last there follow from the events of these. `views`,
 * `cannedReplies`: some are made, changed or gone; how often one is used is not told. `scheduled`: a reply that waits
 * for its time is this now; null where it is sent or canceled. `threadGone`: a conversation was deleted, with all that
 * was said in it. `ready` comes first of all and tells the newest number. `typing`, `looking`, `presence` and `place`
 * are kept nowhere and have no number: the first holds for `typingShownMs`, the second, which tells the team who of it
 * has a conversation open, for `lookingShownMs` or, while they write, for `typingShownMs`, the third, which names
 * visitors who are there now, for `presenceShownMs`. `place` tells a visitor who waits for a person how many are before
 * them; null where these are too many to be told.
 */
export const liveEvent = v.variant("type", [
  v.object({ type: v.literal("ready"), number: count }),
  v.object({ type: v.literal("readAfresh"), number: count }),
  v.object({ type: v.literal("thread"), number: count, thread: v.union([thread, visitorThread]) }),
  v.object({
    ...{ type: v.literal("message"), number: count, message },
    /** Members whom a note mentions, directly or with their team, and who haven't read it. Only for the team. */
    namedIds: v.optional(v.array(id)),
  }),
  v.object({ type: v.literal("label"), number: count, labelId: id, label: v.nullable(label) }),
  v.object({ type: v.literal("customFields"), number: count }),
  v.object({ type: v.literal("contact"), number: count, contactId: id }),
  v.object({ type: v.literal("views"), number: count }),
  v.object({ type: v.literal("cannedReplies"), number: count }),
  v.object({
    ...{ type: v.literal("scheduled"), number: count, threadId: id, replyId: id },
    reply: v.nullable(scheduledReply),
  }),
  v.object({ type: v.literal("threadGone"), number: count, threadId: id }),
  v.object({ type: v.literal("sync"), number: count, sourceId: id, runId: id }),
  v.object({
    /** A workflow's run without a conversation waits for an approval, no longer waits for one, or failed. */
    ...{ type: v.literal("workflow"), number: count, workflowId: id, runId: id },
    what: v.picklist(["asks", "decided", "failed"]),
  }),
  v.object({ type: v.literal("agent"), number: count }),
  v.object({
    type: v.literal("typing"),
    threadId: id,
    by: v.picklist(["visitor", "team"]),
    name: v.nullable(v.string()),
  }),
  v.object({
    type: v.literal("looking"),
    threadId: id,
    person: v.object({ id, name: v.string() }),
    doing: v.picklist(lookingStates),
  }),
  v.object({ type: v.literal("place"), threadId: id, peopleBefore: v.nullable(count) }),
  v.object({ type: v.literal("presence"), contactIds: v.array(id) }),
]);
export type LiveEvent = v.InferOutput<typeof liveEvent>;

/** What people write. */
export const content = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, "Field is required"),
  v.maxLength(maxMessageCharacters, `Use at most ${maxMessageCharacters} characters.`),
);
/** What is said where files may go along: then it may be empty. */
export const contentBesideFiles = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(maxMessageCharacters, `Use at most ${maxMessageCharacters} characters.`),
);
/** Made by the client once for each message and kept over every repeat, so that it is stored once. */
export const clientId = v.pipe(v.string(), v.minLength(8), v.maxLength(64), v.regex(/^[A-Za-z0-9_-]+$/));
/** An id as the server makes them, made by the visitor's browser for a conversation that is to begin. */
export const newThreadId = v.pipe(v.string(), v.regex(/^[0-9a-hjkmnp-tv-z]{26}$/));

export const messagesQuery = v.object({
  /** Messages before this position; the newest ones where it is absent. */
  before: v.optional(positionText),
  /** Messages after this position, the oldest of them first. */
  after: v.optional(positionText),
  limit: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(100)), "50"),
});
/** In the order of `position`; `hasMore`: older ones exist, with `after` newer ones. */
export const messagePage = v.object({ items: v.array(message), hasMore: v.boolean() });
export type MessagePage = v.InferOutput<typeof messagePage>;

const visitor = "/v1/copilotapps/{productId}/threads" as const;
/** Where a visitor is. */
export const page = v.strictObject({
  url: v.pipe(v.string(), v.maxLength(2000)),
  title: v.pipe(v.string(), v.maxLength(300)),
  /** From where the visitor came there; its origin and path are kept of a conversation that begins here. */
  referrer: v.optional(v.pipe(v.string(), v.maxLength(maxSaidReferrerCharacters))),
});
/** What the page around the chat says of itself; data for the model, never an instruction. */
const context = v.pipe(
  v.record(v.pipe(v.string(), v.maxLength(60)), v.unknown()),
  v.check(
    (value) => JSON.stringify(value).length <= maxContextCharacters,
    `Use at most ${maxContextCharacters} characters of context.`,
  ),
);

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
  summary: "Returns part of the visitor's own conversation.",
  query: messagesQuery,
  answer: messagePage,
});

/**
 * Streams the answer. Without `threadId` a new conversation starts, under `newThreadId` where that is free; where it is
 * the visitor's own already, the conversation continues. Repeating it with the same clientId answers from what is
 * stored: `accepted`, the text so far from offset 0, and what still comes. Another content under the same clientId is
 * 409 `repeated_with_other_content`.
 */
export const sendMessage = call({
  family: "public",
  method: "POST",
  path: "/v1/copilotapps/{productId}/messages",
  who: "visitor",
  summary: "Sends a visitor's message and streams the answer.",
  body: data(
    v.pipe(
      v.strictObject({
        threadId: v.optional(id),
        newThreadId: v.optional(newThreadId),
        clientId,
        content: contentBesideFiles,
        /** Files that `initAttachment` took. */
        attachments: v.optional(attachmentIds, []),
        /** What the visitor filled in before their first message. Values that don't fit the form are left out. */
        form: v.optional(v.strictObject({ skillId: id, values: formValues })),
        /** Where the visitor is: what rules of guidance look at, and where a conversation starts here, its `page`. */
        page: v.optional(page),
        context: v.optional(context),
      }),
      v.forward(
        v.check((sent) => sent.content !== "" || sent.attachments.length > 0, "Field is required"),
        ["content"],
      ),
    ),
  ),
  events: answerEvent,
  limit: "send",
});

/** 422 `attachments_refused` where the agent's model takes no files, which names the model, or not of this type. */
export const initAttachment = call({
  family: "public",
  method: "POST",
  path: "/v1/copilotapps/{productId}/attachments",
  who: "visitor",
  summary: "Returns a signed address for uploading one file of a visitor within 15 minutes.",
  body: data(
    v.strictObject({
      ...newAttachment.entries,
      /** For a field of a form, which takes files whatever the agent's model does. */
      isForForm: v.optional(v.boolean()),
    }),
  ),
  answer: data(attachmentTarget),
  limit: "upload",
});

export const resumeAnswer = call({
  family: "public",
  method: "GET",
  path: `${visitor}/{threadId}/messages/{messageId}/stream`,
  who: "visitor",
  summary: "Streams an answer from an offset to its end.",
  query: v.object({
    offset: v.optional(positionText, "0"),
    generation: v.optional(positionText, "0"),
  }),
  events: answerEvent,
});

export const stopAnswer = call({
  family: "public",
  method: "POST",
  path: `${visitor}/{threadId}/messages/{messageId}/stop`,
  who: "visitor",
  summary: "Stops an answer. The text so far stays.",
  answer: data(message),
});

/** Only a failed or stopped answer that is the newest of its thread. Streams like sending does. */
export const retryAnswer = call({
  family: "public",
  method: "POST",
  path: `${visitor}/{threadId}/messages/{messageId}/retry`,
  who: "visitor",
  summary: "Rewrites a failed or stopped answer.",
  events: answerEvent,
  limit: "send",
});

/**
 * Only the visitor's last message, and only where no person has answered it. Its answer is rewritten and streams like
 * sending does. Repeating it with the same content gives what is stored.
 */
export const editMessage = call({
  family: "public",
  method: "POST",
  path: `${visitor}/{threadId}/messages/{messageId}/edit`,
  who: "visitor",
  summary: "Changes the visitor's last message and rewrites its answer.",
  body: data(v.strictObject({ content })),
  events: answerEvent,
  limit: "send",
});

/** What somebody says of an answer; null takes it back. */
export const saidOfAnswer = v.strictObject({
  value: v.nullable(v.picklist([1, -1])),
  reason: v.optional(v.nullable(v.picklist(feedbackReasons)), null),
  text: v.optional(text(1000), ""),
});

/** 422 `feedback_refused` where the chat takes no ratings; null takes an earlier one back, also then. */
export const sendFeedback = call({
  family: "public",
  method: "PUT",
  path: `${visitor}/{threadId}/messages/{messageId}/feedback`,
  who: "visitor",
  summary: "Rates an answer, with a reason if it was bad. Null removes the rating.",
  body: data(saidOfAnswer),
  answer: data(message),
});

/**
 * Without `threadId` a conversation starts with it, as in `sendMessage`. The agent is silent from then on. 422 `person_refused` where the chat
 * offers no person.
 */
export const requestPerson = call({
  family: "public",
  method: "POST",
  path: "/v1/copilotapps/{productId}/person",
  who: "visitor",
  summary: "Asks for a person.",
  body: data(
    v.strictObject({
      threadId: v.optional(id),
      newThreadId: v.optional(newThreadId),
      clientId,
      page: v.optional(page),
    }),
  ),
  answer: data(visitorThread),
  limit: "send",
});

/** Only until a person has taken the conversation over. */
export const leavePerson = call({
  family: "public",
  method: "DELETE",
  path: `${visitor}/{threadId}/person`,
  who: "visitor",
  summary: "Continues with the agent instead of waiting for a person.",
  answer: data(visitorThread),
});

export const endThread = call({
  family: "public",
  method: "POST",
  path: `${visitor}/{threadId}/end`,
  who: "visitor",
  summary: "Ends the visitor's conversation.",
  answer: data(visitorThread),
});

/** What somebody says of a conversation that has ended; null takes it back. */
export const saidOfThread = v.nullable(
  v.strictObject({
    score: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxScore)),
    remark: v.optional(text(1000), ""),
  }),
);

/**
 * Only once it has ended, by the visitor or the team: 409 `conflict` before that. 422 `feedback_refused` where the chat
 * takes no ratings. The latest word counts; null takes it back, also where no new one is taken.
 */
export const rateThread = call({
  family: "public",
  method: "PUT",
  path: `${visitor}/{threadId}/rating`,
  who: "visitor",
  summary: "Rates an ended conversation with a score and an optional text. Null removes the rating.",
  body: data(saidOfThread),
  answer: data(visitorThread),
});

export const readThread = call({
  family: "public",
  method: "PUT",
  path: `${visitor}/{threadId}/read`,
  who: "visitor",
  summary: "Marks the messages below a position as read by the visitor.",
  body: data(v.strictObject({ readTo: position })),
});

export const tellVisitorTyping = call({
  family: "public",
  method: "POST",
  path: `${visitor}/{threadId}/typing`,
  who: "visitor",
  summary: "Returns the team that the visitor is writing.",
  limit: "typing",
});

export const watchEvents = call({
  family: "public",
  method: "GET",
  path: "/v1/copilotapps/{productId}/events",
  who: { watcher: "conversations.read" },
  summary: "Streams an agent's live events from a cursor.",
  query: v.object({
    after: v.optional(v.pipe(v.string(), v.toNumber(), count, v.maxValue(Number.MAX_SAFE_INTEGER))),
    /** A visitor whose tab is hidden: they hear what comes, and are not there. */
    away: v.optional(v.picklist(["true", "false"]), "false"),
  }),
  events: liveEvent,
});
