import type { Aggregation, MeasureName } from "./measures.ts";

/** The periods that figures are shown for; `custom` has days of its own. */
export const reportRanges = ["7d", "30d", "90d", "365d", "custom"] as const;
export type ReportRange = (typeof reportRanges)[number];

/** What is in a report by e-mail, in this order. */
export const mailedFigures: readonly (readonly [MeasureName, Aggregation])[] = [
  ...([
    ["conversations", "sum"],
    ["visitors", "uniq"],
    ["automation", "avg"],
  ] as const),
  ...([
    ["confirmed", "sum"],
    ["assumed", "sum"],
    ["handoffs", "sum"],
  ] as const),
  ...([
    ["satisfaction", "avg"],
    ["notFound", "sum"],
    ["firstReplyTime", "p50"],
  ] as const),
  ...([
    ["credits", "sum"],
    ["costPerResolved", "avg"],
  ] as const),
];
