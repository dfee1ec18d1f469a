import * as v from "valibot";
import { call } from "../call.ts";
import { count, data } from "../shapes.ts";

/**
 * What a replay would ask now, and the credits of its answers where the models that are set up give them. `asksProvider`:
 * whether a provider would be asked for vectors of the questions, by the organization's own key; no credits count for them.
 */
export const replayForecast = v.object({
  visitors: count,
  cases: count,
  credits: count,
  asksProvider: v.boolean(),
});
export type ReplayForecast = v.InferOutput<typeof replayForecast>;

export const getReplayForecast = call({
  family: "console",
  method: "GET",
  path: "/v1/org/{orgId}/copilotapps/{productId}/evaluation/replay",
  who: { member: "evaluation.read" },
  summary: "Returns how many questions a replay would ask and what it would cost.",
  answer: data(replayForecast),
});
