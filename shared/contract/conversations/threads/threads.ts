import * as v from "valibot";
import { longestThreadPage, maxAgentNoteCharacters } from "../../../domain/limits.ts";
import { queues } from "../../../domain/queues.ts";
import { attachmentIds } from "../files/attachment.ts";
import { saysSomething } from "../files/attachments.ts";
import { call } from "../../call.ts";
import {
  clientId,
  contentBesideFiles,
  label,
  message,
  messagePage,
  messagesQuery,
  priorities,
  thread,
  threadStatuses,
} from "../conversations.ts";
import { changedFields, customField } from "../inbox/customField.ts";
import { receipt } from "../answers/receipts.ts";
import {
  colour,
  count,
  data,
  id,
  list,
  pageLimit,
  paging,
  position,
  text,
  time,
  title,
} from "../../shapes.ts";
import { searchWords, threadFilter, threadSorts } from "../inbox/threadFilter.ts";
import { threadView } from "../inbox/threadViews.ts";

const team = "/v1/org/{orgId}/copilotapps/{productId}/threads" as const;
const labels = "/v1/org/{orgId}/copilotapps/{productId}/labels" as const;
const reads = { member: "conversations.read" } as const;
const replies = { member: "conversations.reply" } as const;

export const listThreads = call({
  family: "console",
  method: "GET",
  path: team,
  who: reads,
  summary: "Lists an agent's conversations, by default latest activity first.",
  query: v.object({
    ...paging.entries,
    /** As many as somebody looks at come together: what moves between two pages would be on neither. */
    limit: pageLimit(longestThreadPage),
    ...threadFilter.entries,
    sort: v.optional(v.picklist(threadSorts), "newest"),
    /** Walks in the order in which conversations began, whatever happens meanwhile: empty at first, then the last `next`. */
    cursor: v.optional(text(100)),
  }),
  answer: v.object({
    ...list(thread).entries,
    /**
     * With `cursor`: what the next page begins with. Null where the list ends; never null with `sort=oldest`, so that a
     * program comes back with it for what began since. `page.total` counts all that the filter lets through.
     */
    next: v.optional(v.nullable(v.string())),
  }),
});

/** A conversation that was found by what is said in it, with the newest message that has all the words. */
export const foundThread = v.object({
  thread,
  match: v.object({
    messageId: id,
    position: count,
    role: v.string(),
    /** The member who wrote it; null if none did. */
    author: v.nullable(v.string()),
    /** The sentence, and where in it the words stand, in UTF-16 units. */
    text: v.string(),
    marks: v.array(v.object({ from: count, to: count })),
    at: time,
  }),
});
export type FoundThread = v.InferOutput<typeof foundThread>;

/**
 * The last word may be the beginning of one. Where more than 1,000 messages have the words, the newest 1,000 of them
 * are searched, and also what was said in the newest conversations that the filter lets through: as a rule in 1,000 of
 * them.
 */
export const searchThreads = call({
  family: "console",
  method: "GET",
  path: `${team}/search`,
  who: reads,
  summary: "Searches the messages of an agent's conversations, newest first.",
  query: v.object({ ...paging.entries, ...threadFilter.entries, search: searchWords }),
  answer: v.object({
    ...list(foundThread).entries,
    /** Older messages with the words were not searched: there may be more conversations than `page.total`. */
    isCut: v.boolean(),
  }),
});

/** What conversations can be filtered by, and how many are in each queue of the caller. */
export const threadFilters = v.object({
  queues: v.object(v.entriesFromList(queues, count)),
  /** How many of all have something that the team has not seen, or a note that names the caller. */
  unread: count,
  people: v.array(v.object({ id, name: v.string(), isOnline: v.boolean() })),
  teams: v.array(v.object({ id, name: v.string() })),
  labels: v.array(label),
  /** The organization's, in order, without those that are put away. */
  customFields: v.array(customField),
  surfaces: v.array(v.string()),
  /** Surfaces of the agent that are switched off: a reply is read where such a chat is still open, and by nobody who comes back. */
  offSurfaces: v.array(v.string()),
  /** The caller's and those that are shared, by name. */
  views: v.array(threadView),
  /** The one with which the inbox opens for the caller. */
  startViewId: v.nullable(id),
});
export type ThreadFilters = v.InferOutput<typeof threadFilters>;

export const getThreadFilters = call({
  family: "console",
  method: "GET",
  path: `${team}/filters`,
  who: reads,
  summary: "Returns the filters for an agent's conversations, with the size of each queue.",
  answer: data(threadFilters),
});

export const getThread = call({
  family: "console",
  method: "GET",
  path: `${team}/{threadId}`,
  who: reads,
  summary: "Returns one conversation.",
  answer: data(thread),
});

/** How many labels an agent has at most. */
export const maxLabels = 100;

const agentNote = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, "Field is required"),
  v.maxLength(maxAgentNoteCharacters, `Use at most ${maxAgentNoteCharacters} characters.`),
);

/** The agent is told something only by the member who hands back to it. */
export const isToldToAgent = ({ handledBy, note }: { handledBy?: string; note?: string }): boolean =>
  note === undefined || handledBy === "ai";
export const toldToNobody = "Add a note only when handing back.";

/**
 * What the team decides about a conversation. `handledBy`: `human` silences the agent and assigns the caller, `ai`
 * hands back. The member in `assigneeId` gets it from its earlier assignee; null puts it back into the queue.
 */
export const threadChange = v.pipe(
  v.strictObject({
    handledBy: v.optional(v.picklist(["ai", "human"])),
    status: v.optional(v.picklist(threadStatuses)),
    /** With `snoozed` alone, and always with it. */
    snoozedUntil: v.optional(time),
    priority: v.optional(v.picklist(priorities)),
    assigneeId: v.optional(v.nullable(id)),
    teamId: v.optional(v.nullable(id)),
    addLabelIds: v.optional(v.pipe(v.array(id), v.maxLength(maxLabels))),
    removeLabelIds: v.optional(v.pipe(v.array(id), v.maxLength(maxLabels))),
    customFields: v.optional(changedFields),
    /** False marks it as unread again. */
    read: v.optional(v.boolean()),
    /**
     * With `handledBy: "ai"` alone: what the agent is to know and do in its later answers. It stands among the messages as
     * a note of the team's, which its visitor never sees.
     */
    note: v.optional(agentNote),
    /**
     * The assignee at the time of the decision, so that nobody unknowingly takes it from a colleague who got it since.
     */
    was: v.optional(
      v.strictObject({ assigneeId: v.optional(v.nullable(id)), teamId: v.optional(v.nullable(id)) }),
    ),
    /** An id of the caller's own, under which it is kept for an hour what this moves: `undoThreadUpdate` puts it back. */
    undoId: v.optional(clientId),
  }),
  v.forward(
    v.check((change) => isToldToAgent(change), toldToNobody),
    ["note"],
  ),
  v.forward(
    v.check(
      ({ status, snoozedUntil }) => (status === "snoozed") === (snoozedUntil !== undefined),
      "Set a time, and only for a snoozed conversation.",
    ),
    ["snoozedUntil"],
  ),
);
export type ThreadChange = v.InferOutput<typeof threadChange>;

/**
 * 409 `conflict` where a colleague has taken it, for who takes over; and where `was` is no longer true, unless all is
 * already as it is to be. The message says who has it now: to take it anyway, set `was` to that, or omit it.
 */
export const updateThread = call({
  family: "console",
  method: "PATCH",
  path: `${team}/{threadId}`,
  who: replies,
  audit: "Changed a conversation",
  auditUnless: ({ data: { read, ...rest } }) => read !== undefined && Object.keys(rest).length === 0,
  summary:
    "Changes a conversation: who answers, status, priority, labels, custom fields, assignee, or read state.",
  body: data(threadChange),
  answer: data(thread),
});

/** The newest messages where none is given; `around` is in the middle of its window. */
const teamMessagesQuery = v.pipe(
  v.object({
    ...messagesQuery.entries,
    /** The message that is looked for, or a note: 404 where the conversation has it not. */
    around: v.optional(id),
  }),
  v.check(
    ({ before, after, around }) => around === undefined || (before ?? after) === undefined,
    "Use around without before and after.",
  ),
);

export const listMessages = call({
  family: "console",
  method: "GET",
  path: `${team}/{threadId}/messages`,
  who: reads,
  summary: "Returns part of a conversation's messages.",
  query: teamMessagesQuery,
  /** `hasNewer`: the window ends before the newest. */
  answer: v.object({ ...messagePage.entries, hasNewer: v.boolean() }),
});

/**
 * 409 `conflict` where a colleague has replied behind `seenTo`; without it nobody is asked. 409 `contact_unreachable` where
 * the conversation's platform lets the team write only for a time after a visitor's message, and that time is over.
 */
export const sendReply = call({
  family: "console",
  method: "POST",
  path: `${team}/{threadId}/messages`,
  who: replies,
  audit: false,
  summary: "Sends a member's reply. Repeats with the same clientId are stored once.",
  body: data(
    v.pipe(
      v.strictObject({
        clientId,
        content: contentBesideFiles,
        /** Files that `initTeamAttachment` took. */
        attachments: v.optional(attachmentIds, []),
        /** The position behind the newest message that the replying member has seen. */
        seenTo: v.optional(position),
      }),
      saysSomething(),
    ),
  ),
  answer: data(message),
});

export const getReceipt = call({
  family: "console",
  method: "GET",
  path: `${team}/{threadId}/messages/{messageId}/receipt`,
  who: reads,
  summary: "Returns an answer's receipt: passages, model, tokens, credits and times.",
  answer: data(receipt),
});

export const tellTyping = call({
  family: "console",
  method: "POST",
  path: `${team}/{threadId}/typing`,
  who: replies,
  audit: false,
  summary: "Notifies the visitor and the team that a member is writing.",
  limit: "typing",
});

/** A label, and how many conversations carry it. */
const countedLabel = v.object({ ...label.entries, conversations: count });
export type CountedLabel = v.InferOutput<typeof countedLabel>;

export const listLabels = call({
  family: "console",
  method: "GET",
  path: labels,
  who: reads,
  summary: "Lists the labels of an agent's conversations by name, with their use.",
  answer: data(v.array(countedLabel)),
});

/** A name that is there already, in whatever case, gives that label. */
export const createLabel = call({
  family: "console",
  method: "POST",
  path: labels,
  who: replies,
  summary: "Creates a label for an agent's conversations.",
  audit: "Created a label",
  body: data(v.strictObject({ name: title(40), colour })),
  answer: data(label),
});

/** 409 `name_taken` where another label has the name. */
export const updateLabel = call({
  family: "console",
  method: "PATCH",
  path: `${labels}/{labelId}`,
  who: replies,
  summary: "Changes the name or the color of a label, on every conversation.",
  audit: "Changed a label",
  body: data(v.strictObject({ name: v.optional(title(40)), colour: v.optional(colour) })),
  answer: data(label),
});

export const removeLabel = call({
  family: "console",
  method: "DELETE",
  path: `${labels}/{labelId}`,
  who: replies,
  summary: "Deletes a label and removes it from all conversations.",
  audit: "Deleted a label",
});
