import { agent } from "../agents/agents.ts";
import { call } from "../call.ts";
import { data } from "../shapes.ts";

/** 403 `plan_limit` where the plan has no agent left. Deleting the agent removes all of it. */
export const makeDemo = call({
  family: "console",
  method: "POST",
  path: "/v1/org/{orgId}/analytics/demo",
  who: { member: "agents.create" },
  forKeys: "never",
  audit: "Created demo data",
  summary: "Creates an agent with two months of made-up conversations, or returns the existing one.",
  answer: data(agent),
});
