import * as v from "valibot";
import { call } from "../../call.ts";
import { priorities, threadStatuses } from "../conversations.ts";
import { count, data, id } from "../../shapes.ts";
import { threadFilter } from "./threadFilter.ts";

/** How many conversations each choice would show while all the other filters stay. */
export const threadCounts = v.object({
  status: v.object(v.entriesFromList(threadStatuses, count)),
  priority: v.object(v.entriesFromList(priorities, count)),
  /** By a member's id, and `none` for those that nobody has. Members without any are omitted. */
  assignees: v.record(id, count),
  /** By a label's id, without those that none has. */
  labels: v.record(id, count),
  /** By a team's id, and `none` for those of no team. */
  teams: v.record(id, count),
  surfaces: v.record(id, count),
  resolutions: v.record(v.string(), count),
  /** By ISO 3166, and `none` for those of which nobody knows. */
  countries: v.record(v.string(), count),
  /** By the tag without its region, and `none` for those of which nobody knows. */
  languages: v.record(v.string(), count),
});
export type ThreadCounts = v.InferOutput<typeof threadCounts>;

/** `unread`: what no member has read and the caller has not muted, or a note that names them. */
export const getUnread = call({
  family: "console",
  method: "GET",
  path: "/v1/org/{orgId}/copilotapps/{productId}/threads/unread",
  who: { member: "conversations.read" },
  summary: "Counts an agent's conversations with news.",
  answer: data(v.object({ unread: count })),
});

const agentUnread = v.object({
  agentId: id,
  /** As `getUnread` counts. */
  unread: count,
  /** How many visitors wait for any member. */
  waiting: count,
  /** Says something else each time that something may be news to the caller; it is only for comparing. */
  mark: v.string(),
  /** The live events after this one tell what is newer. */
  number: count,
});
export type AgentUnread = v.InferOutput<typeof agentUnread>;

/** For members with several agents: an open console has the events of one of them. */
export const listUnread = call({
  family: "console",
  method: "GET",
  path: "/v1/org/{orgId}/unread",
  who: { member: "conversations.read" },
  forKeys: "filtered",
  summary: "Counts conversations with news for each of the organization's agents.",
  answer: data(v.array(agentUnread)),
});

export const countThreads = call({
  family: "console",
  method: "GET",
  path: "/v1/org/{orgId}/copilotapps/{productId}/threads/filters/counts",
  who: { member: "conversations.read" },
  summary: "Counts an agent's conversations by filter.",
  query: threadFilter,
  answer: data(threadCounts),
});
