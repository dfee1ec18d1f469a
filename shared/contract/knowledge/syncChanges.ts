import * as v from "valibot";
import { call } from "../call.ts";
import { oneDataSource } from "./knowledge.ts";
import { count, data, id, list, paging, time } from "../shapes.ts";

const run = `${oneDataSource}/history/{syncHistoryId}` as const;
const reads = { member: "knowledge.read" } as const;

export const syncChange = v.object({
  id,
  pageId: id,
  kind: v.picklist(["added", "changed", "removed"]),
  title: v.string(),
  url: v.nullable(v.string()),
  /** Answers to visitors that cite a passage which this change took away. */
  answers: count,
  at: time,
});
export type SyncChange = v.InferOutput<typeof syncChange>;

/** Changes of a source's newest 100 runs that changed something are kept. */
export const listSyncChanges = call({
  family: "console",
  method: "GET",
  path: `${run}/changes`,
  who: reads,
  summary:
    "Lists the pages that one sync added, changed and removed, each with how many answers relied on it.",
  query: v.object({ ...paging.entries, kind: v.optional(syncChange.entries.kind) }),
  answer: list(syncChange),
});

export const getSyncChange = call({
  family: "console",
  method: "GET",
  path: `${run}/changes/{changeId}`,
  who: reads,
  summary: "Returns the differences in a page before and after a sync.",
  answer: data(
    v.object({
      ...syncChange.entries,
      /** The passages that went away, and those that came; null where the page was not there. */
      before: v.nullable(v.string()),
      after: v.nullable(v.string()),
      /** Whether these are all of them: very long texts are cut. */
      isWhole: v.boolean(),
    }),
  ),
});

export const touchedAnswer = v.object({
  /** Whose answer it is: agents may share a data source. */
  agentId: id,
  messageId: id,
  threadId: id,
  changeId: id,
  /** What the visitor asked, and what the agent said. */
  question: v.string(),
  answer: v.string(),
  page: v.object({ title: v.string(), url: v.nullable(v.string()) }),
  /** The sentence that the answer leans on. */
  quote: v.string(),
  /** Whether the page says that sentence still, though the passage around it is another one. */
  isStillSaid: v.boolean(),
  createdAt: time,
});
export type TouchedAnswer = v.InferOutput<typeof touchedAnswer>;

/** For those who may read conversations too. An answer that cites two pages which changed is listed twice. */
export const listTouchedAnswers = call({
  family: "console",
  method: "GET",
  path: `${run}/answers`,
  who: reads,
  summary: "Lists the answers that relied on content that a sync removed, newest first.",
  query: v.object({ ...paging.entries, changeId: v.optional(id) }),
  answer: list(touchedAnswer),
});
