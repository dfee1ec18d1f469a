import * as v from "valibot";
import { call } from "../../call.ts";
import { count, data, time } from "../../shapes.ts";

/** What a retention of a number of days would delete now. */
export const retentionForecast = v.object({
  /** Conversations in which nothing was said since then. */
  before: time,
  conversations: count,
  /** Files that visitors sent in them. */
  files: count,
  /** As old, but in the hands of a person and still open: they stay until they are resolved. */
  keptOpen: count,
});
export type RetentionForecast = v.InferOutput<typeof retentionForecast>;

export const forecastRetention = call({
  family: "console",
  method: "GET",
  path: "/v1/org/{orgId}/copilotapps/{productId}/retention",
  who: { member: "agents.update" },
  summary: "Counts the conversations that a retention of this many days would delete.",
  query: v.object({
    days: v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(3650)),
  }),
  answer: data(retentionForecast),
});
