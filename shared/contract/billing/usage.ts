import * as v from "valibot";
import { day } from "../analytics/analytics.ts";
import { call } from "../call.ts";
import { count, data, time } from "../shapes.ts";

/** What is used of something; `limit` is null where the plan has none. */
const use = v.object({ used: count, limit: v.nullable(count) });

const part = v.object({ key: v.string(), name: v.string(), credits: count });
export type UsePart = v.InferOutput<typeof part>;

export const usage = v.object({
  /** The days of what follows, by UTC, as credits are counted. */
  from: v.string(),
  to: v.string(),
  agents: use,
  characters: use,
  /** Bytes of all files; the operator bounds them, no plan. */
  files: use,
  /** Of the calendar month (UTC). */
  credits: v.object({
    ...use.entries,
    month: v.string(),
    /** When they are recounted. */
    resetsAt: time,
    /** The shares at which owners and admins get a letter, and whether this month has passed them. */
    alerts: v.array(v.object({ percent: count, isReached: v.boolean() })),
  }),
  /** What models cost from `from` to `to`. Each of the lists adds up to it. */
  total: count,
  days: v.array(v.object({ day: v.string(), credits: count })),
  byAgent: v.array(part),
  byModel: v.array(part),
  bySurface: v.array(part),
});
export type Usage = v.InferOutput<typeof usage>;

/** The most days that are told at once. */
export const mostUsageDays = 366;

export const getUsage = call({
  family: "account",
  method: "GET",
  path: "/v1/org/{orgId}/subscriptions/usage",
  who: { member: "billing.read" },
  summary: "Returns plan usage, and model costs by day, agent, model and surface.",
  query: v.object({ from: v.optional(day), to: v.optional(day) }),
  answer: data(usage),
});
