import * as v from "valibot";
import { longestThreadPage } from "../../../domain/limits.ts";
import { queues } from "../../../domain/queues.ts";
import { call } from "../../call.ts";
import { label, thread } from "../conversations.ts";
import { count, data, id, list, pageLimit, paging } from "../../shapes.ts";
import { foundThread, threadFilters } from "../threads/threads.ts";
import { threadCounts } from "./threadCounts.ts";
import { searchWords, threadFilter, threadSorts } from "./threadFilter.ts";

const all = "/v1/org/{orgId}/threads" as const;
const reads = { member: "conversations.read" } as const;

/** What conversations of all agents are filtered by: as those of one, and by the agent. */
const filter = { ...threadFilter.entries, agentId: v.optional(id) };

export const listAllThreads = call({
  family: "console",
  method: "GET",
  path: all,
  who: reads,
  forKeys: "filtered",
  summary: "Lists the conversations of all agents, by default latest activity first.",
  query: v.object({
    ...paging.entries,
    limit: pageLimit(longestThreadPage),
    ...filter,
    sort: v.optional(v.picklist(threadSorts), "newest"),
  }),
  answer: list(thread),
});

export const searchAllThreads = call({
  family: "console",
  method: "GET",
  path: `${all}/search`,
  who: reads,
  forKeys: "filtered",
  summary: "Searches the messages of all agents' conversations, newest first.",
  query: v.object({ ...paging.entries, ...filter, search: searchWords }),
  /** As in `searchThreads`. */
  answer: v.object({ ...list(foundThread).entries, isCut: v.boolean() }),
});

/** What conversations of all agents can be filtered by. */
export const allThreadFilters = v.object({
  ...v.pick(threadFilters, ["unread", "people", "teams", "customFields", "surfaces"]).entries,
  queues: v.object(v.entriesFromList(queues, count)),
  /** Each agent has its own. */
  labels: v.array(v.object({ ...label.entries, agentId: id })),
});
export type AllThreadFilters = v.InferOutput<typeof allThreadFilters>;

export const getAllThreadFilters = call({
  family: "console",
  method: "GET",
  path: `${all}/filters`,
  who: reads,
  forKeys: "filtered",
  summary: "Returns the filters for all agents' conversations, with the size of each queue.",
  answer: data(allThreadFilters),
});

export const countAllThreads = call({
  family: "console",
  method: "GET",
  path: `${all}/filters/counts`,
  who: reads,
  forKeys: "filtered",
  summary: "Counts the conversations of all agents by filter.",
  query: v.object(filter),
  answer: data(threadCounts),
});

/** For a link that names no agent. */
export const getThreadOfAny = call({
  family: "console",
  method: "GET",
  path: `${all}/{threadId}`,
  who: reads,
  forKeys: "filtered",
  summary: "Returns one conversation of any agent.",
  answer: data(thread),
});
