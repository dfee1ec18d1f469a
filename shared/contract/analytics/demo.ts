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
  audit: "Made demo data",
  summary: "Makes an agent with made-up conversations of two months, or gives the one that was made before.",
  answer: data(agent),
});
