import * as v from "valibot";
import { agent } from "./agents.ts";
import { call } from "../call.ts";
import { confirmed, data, id, list, paging, time } from "../shapes.ts";

/** An agent that was deleted and can still be restored. */
export const deletedAgent = v.object({
  id,
  name: v.string(),
  icon: v.string(),
  deletedAt: time,
  /** The member who deleted it; null if unknown. */
  deletedBy: v.nullable(v.string()),
  /** From then on it is gone for good. */
  removeAt: time,
});
export type DeletedAgent = v.InferOutput<typeof deletedAgent>;

const base = "/v1/org/{orgId}/deletedcopilotapps" as const;

export const listDeletedAgents = call({
  family: "console",
  method: "GET",
  path: base,
  who: { member: "agents.remove" },
  summary: "Lists deleted agents that can still be restored, newest first.",
  query: paging,
  answer: list(deletedAgent),
});

/** 402 `plan_limit` where the plan no longer has room for it. */
export const restoreAgent = call({
  family: "console",
  method: "POST",
  path: `${base}/{deletedId}/restore`,
  who: { member: "agents.remove" },
  audit: "Restored a deleted agent",
  summary: "Restores a deleted agent with everything that belongs to it.",
  answer: data(agent),
});

export const removeDeletedAgent = call({
  family: "console",
  method: "DELETE",
  path: `${base}/{deletedId}`,
  who: { member: "agents.remove" },
  audit: "Deleted an agent for good",
  summary: "Deletes a deleted agent for good, with its knowledge, surfaces and conversations.",
  query: confirmed,
});
