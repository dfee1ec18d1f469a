import * as v from "valibot";
import { call } from "../call.ts";
import { count, data, id, time } from "../shapes.ts";
import { zone } from "./analytics.ts";

const agentToday = v.object({
  agentId: id,
  /** Since midnight in the time zone of the request. */
  answers: count,
  /** The newest of its failed sources and broken channels; null where all that the caller may see of them work. */
  problem: v.nullable(
    v.object({ of: v.picklist(["source", "channel"]), name: v.string(), text: v.string(), at: time }),
  ),
});
export type AgentToday = v.InferOutput<typeof agentToday>;

export const listAgentsToday = call({
  family: "console",
  method: "GET",
  path: "/v1/org/{orgId}/analytics/agents/today",
  who: { member: "analytics.read" },
  forKeys: "filtered",
  summary: "Returns each agent's answers of today and its newest problem.",
  query: v.object({ timezone: v.optional(zone, "UTC") }),
  answer: data(v.array(agentToday)),
});
