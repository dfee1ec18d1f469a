import * as v from "valibot";
import { call } from "../call.ts";
import { data, id, list, paging } from "../shapes.ts";

/** An application: one of the organization's agents as other programs see it, which put its surfaces somewhere. */
export const app = v.object({
  id,
  name: v.string(),
  icon: v.string(),
  status: v.picklist(["live", "paused"]),
  surfaces: v.array(
    v.object({
      type: v.string(),
      enabled: v.boolean(),
      /** What a chat widget's snippet carries; null where the surface has none, and for who may not read surfaces. */
      token: v.nullable(v.string()),
      /** Where it opens on this server; null for who may not read surfaces. */
      path: v.nullable(v.string()),
    }),
  ),
});
export type App = v.InferOutput<typeof app>;

const reads = { member: "agents.read" } as const;

export const listApps = call({
  family: "organisation",
  method: "GET",
  path: "/v1.0/org/{orgId}/apps",
  who: reads,
  forKeys: "filtered",
  summary: "Lists the organization's applications: its agents with their surfaces, newest first.",
  query: paging,
  answer: list(app),
});

export const getApp = call({
  family: "organisation",
  method: "GET",
  path: "/v1.0/org/{orgId}/apps/{appId}",
  who: reads,
  summary: "Returns one application: an agent with its surfaces. Its id is the agent's.",
  answer: data(app),
});
