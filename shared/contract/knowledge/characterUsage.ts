import * as v from "valibot";
import { call } from "../call.ts";
import { count, data, id } from "../shapes.ts";

export const characterUsage = v.object({
  /** Of the whole organization: what the plan's limit is about. */
  used: count,
  /** Null where the plan has none. */
  limit: v.nullable(count),
  /** This agent's, with each of its sources, the largest first. */
  agentUsed: count,
  bySource: v.array(v.object({ id, name: v.string(), kind: v.string(), used: count })),
  byKind: v.array(v.object({ kind: v.string(), used: count })),
});
export type CharacterUsage = v.InferOutput<typeof characterUsage>;

export const getCharacterUsage = call({
  family: "console",
  method: "GET",
  path: "/v1/org/{orgId}/copilotapps/{productId}/datasources/character-usage",
  who: { member: "knowledge.read" },
  summary: "Returns how many characters an agent's sources have, and how many the plan allows.",
  answer: data(characterUsage),
});
