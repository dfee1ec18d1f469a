import * as v from "valibot";
import { call } from "../call.ts";
import { count, data, id, list, paging, time } from "../shapes.ts";

const base = "/v1/org/{orgId}/copilotapps/{productId}/datasources/hygiene" as const;
const reads = { member: "knowledge.read" } as const;
const writes = { member: "knowledge.update" } as const;

/** How far an agent's passages were compared. */
export const hygiene = v.object({
  /** `never`: nothing was compared yet. While it is `queued` or `running`, what was found before stands. */
  state: v.picklist(["never", "queued", "running", "ready", "failed"]),
  checkedAt: v.nullable(time),
  /** How many passages were compared. */
  passages: count,
  /** False where the agent has more than are compared. */
  isWhole: v.boolean(),
});
export type Hygiene = v.InferOutput<typeof hygiene>;

export const getHygiene = call({
  family: "console",
  method: "GET",
  path: base,
  who: reads,
  summary: "Returns when an agent's passages were last compared, and how many.",
  answer: data(hygiene),
});

/** It happens by itself after a sync that changed something. */
export const checkHygiene = call({
  family: "console",
  method: "POST",
  path: base,
  who: writes,
  audit: "Compared passages",
  summary: "Compares an agent's passages again, in the background.",
  answer: data(hygiene),
});

const likePassage = v.object({
  passageId: id,
  pageId: id,
  sourceId: id,
  sourceName: v.string(),
  title: v.string(),
  url: v.nullable(v.string()),
  headings: v.array(v.string()),
  text: v.string(),
});
export type LikePassage = v.InferOutput<typeof likePassage>;

export const likePassages = v.object({
  id,
  /** Percent of the pairs of neighboring words that both have, of those that either has; 70 at least. */
  likeness: count,
  /** How many pages have the very same text; 0 where the two differ. */
  copies: count,
  isIgnored: v.boolean(),
  first: likePassage,
  second: likePassage,
});
export type LikePassages = v.InferOutput<typeof likePassages>;

/** The 500 most alike of the last look, without those of which a page was deleted or switched off since. */
export const listLikePassages = call({
  family: "console",
  method: "GET",
  path: `${base}/like-passages`,
  who: reads,
  summary: "Lists pairs of near-identical passages on different pages, most similar first.",
  query: v.object({ ...paging.entries, ignored: v.optional(v.picklist(["true", "false"]), "false") }),
  answer: list(likePassages),
});

/** It is remembered by the two texts: later looks leave them out until one of them says something else. */
export const updateLikePassages = call({
  family: "console",
  method: "PUT",
  path: `${base}/like-passages/{pairId}`,
  who: writes,
  audit: "Ignored a pair of similar passages, or undid that",
  summary: "Ignores a pair of similar passages, or lists it again.",
  body: data(v.strictObject({ isIgnored: v.boolean() })),
});

export const stalePage = v.object({
  pageId: id,
  sourceId: id,
  sourceName: v.string(),
  sourceKind: v.string(),
  title: v.string(),
  url: v.nullable(v.string()),
  lastChangedAt: time,
  lastFetchedAt: time,
  /** Answers to visitors of the last 90 days that cite it. */
  citedBy: count,
});
export type StalePage = v.InferOutput<typeof stalePage>;

/** The days in which citations are counted. */
export const citedWithinDays = 90;

const wholeNumber = (least: number, most: number, usual: string) =>
  v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(least), v.maxValue(most)), usual);

export const listStalePages = call({
  family: "console",
  method: "GET",
  path: `${base}/stale-pages`,
  who: reads,
  summary: "Lists often-cited pages that have not changed for months, most cited first.",
  query: v.object({
    ...paging.entries,
    /** How long it is unchanged, in months of 30 days. */
    months: wholeNumber(1, 60, "6"),
    /** How many answers cited it in 90 days. */
    citations: wholeNumber(1, 10_000, "3"),
  }),
  answer: list(stalePage),
});
