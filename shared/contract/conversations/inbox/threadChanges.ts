import * as v from "valibot";
import { call } from "../../call.ts";
import { confirmed, count, data, id, time } from "../../shapes.ts";
import { chosenThreadIds, searchWords, sentFilter } from "./threadFilter.ts";
import { isToldToAgent, threadChange, toldToNobody } from "../threads/threads.ts";

const changes = "/v1/org/{orgId}/copilotapps/{productId}/threadchanges" as const;
const reads = { member: "conversations.read" } as const;
const replies = { member: "conversations.reply" } as const;

/** Those that are named, or all that a filter lets through when it begins; with words those of them that a search finds then. */
const changedThreads = v.union([
  v.strictObject({ threadIds: chosenThreadIds }),
  v.strictObject({ filter: sentFilter, search: v.optional(searchWords) }),
]);
export type ChangedThreads = v.InferOutput<typeof changedThreads>;

/** What a member can decide about many conversations at once. */
const manyChange = v.pipe(
  v.strictObject({
    ...v.omit(v.strictObject(threadChange.entries), ["was", "undoId"]).entries,
    /** Hands them back; one that the agent has already is among those that were so. */
    handledBy: v.optional(v.literal("ai")),
  }),
  v.check((change) => Object.keys(change).length > 0, "Name a change."),
  v.forward(
    v.check(
      ({ status, snoozedUntil }) => (status === "snoozed") === (snoozedUntil !== undefined),
      "Set a time, and only for snoozed conversations.",
    ),
    ["snoozedUntil"],
  ),
  v.forward(
    v.check((change) => isToldToAgent(change), toldToNobody),
    ["note"],
  ),
  v.forward(
    v.check(
      ({ handledBy, assigneeId }) => handledBy === undefined || typeof assigneeId !== "string",
      "Choose the agent or an assignee, not both.",
    ),
    ["assigneeId"],
  ),
);
export type ManyChange = v.InferOutput<typeof manyChange>;

/** A change of many conversations, as far as it has come. */
export const threadChangeRun = v.object({
  id,
  state: v.picklist(["queued", "running", "done", "failed", "cancelled"]),
  /** How many there were when it was asked for. */
  total: count,
  changed: count,
  /** They were so already. */
  unchanged: count,
  /** Those that could not be changed, by the reason; of each the first few. */
  failures: v.array(v.object({ message: v.string(), count, threadIds: v.array(id) })),
  /** Why it ended before its end. */
  error: v.nullable(v.string()),
  createdAt: time,
  endedAt: v.nullable(time),
  /** Whether it puts back what another one changed. */
  isUndo: v.boolean(),
  /** Whether it deletes them: `changed` are those that are gone. */
  isRemoval: v.boolean(),
  /** For an hour after its end, once. */
  canUndo: v.boolean(),
});
export type ThreadChangeRun = v.InferOutput<typeof threadChangeRun>;

/**
 * Begins in the background and continues after a restart. 404 where none of the conversations is there; 409 `conflict`
 * while another change of the same person's runs.
 */
export const changeThreads = call({
  family: "console",
  method: "POST",
  path: changes,
  who: replies,
  summary:
    "Changes status, priority, labels, custom fields or assignment of many conversations, by ID or filter, or hands them back to the agent.",
  audit: "Changed many conversations",
  body: data(v.strictObject({ of: changedThreads, change: manyChange })),
  status: 202,
  answer: data(threadChangeRun),
});

/** Each goes for good, as by `removeThread`; nobody can undo it. 404 and 409 as with `changeThreads`. */
export const removeThreads = call({
  family: "console",
  method: "POST",
  path: `${changes}/removal`,
  who: { member: "contacts.erase" },
  summary: "Deletes many conversations for good, by ID or filter.",
  audit: "Deleted many conversations",
  query: confirmed,
  body: data(v.strictObject({ of: changedThreads })),
  status: 202,
  answer: data(threadChangeRun),
});

export const getThreadChange = call({
  family: "console",
  method: "GET",
  path: `${changes}/{threadChangeId}`,
  who: reads,
  summary: "Returns the progress of a bulk change.",
  answer: data(threadChangeRun),
});

/** What is done stays done. Only who began it, and managers. */
export const cancelThreadChange = call({
  family: "console",
  method: "POST",
  path: `${changes}/{threadChangeId}/cancel`,
  who: replies,
  summary: "Cancels a bulk change.",
  audit: "Canceled a change of many conversations",
  answer: data(threadChangeRun),
});

/**
 * Puts each conversation back to what it was before, in the background; one that was changed since stays as it is and is
 * among the failures. 409 `conflict` where that is under way or done, or the hour is over. Only who began it, and managers.
 */
export const undoThreadChange = call({
  family: "console",
  method: "POST",
  path: `${changes}/{threadChangeId}/undo`,
  who: replies,
  summary: "Undoes a bulk change.",
  audit: "Undid a change of many conversations",
  status: 202,
  answer: data(threadChangeRun),
});
