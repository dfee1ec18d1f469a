import * as v from "valibot";
import { mostCapacity } from "../../../domain/assignment.ts";
import { call } from "../../call.ts";
import { count, data, id } from "../../shapes.ts";

const base = "/v1/org/{orgId}/copilotapps/{productId}/assignees" as const;

const capacity = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostCapacity)));

/** A member whom conversations can be given to. */
export const assignee = v.object({
  id,
  name: v.string(),
  isOnline: v.boolean(),
  /** The conversations that they have open now, of all agents. */
  open: count,
  /** How many they have at most, whichever agent gives them; null for what each agent's settings say. */
  capacity,
});
export type Assignee = v.InferOutput<typeof assignee>;

/** Those whom an agent's conversations can be given to, and the groups that it can be narrowed to. */
export const assignees = v.object({
  people: v.array(assignee),
  teams: v.array(v.object({ id, name: v.string() })),
});
export type Assignees = v.InferOutput<typeof assignees>;

export const listAssignees = call({
  family: "console",
  method: "GET",
  path: base,
  who: { member: "agents.update" },
  summary: "Lists possible assignees, with their open conversations.",
  answer: data(assignees),
});

/** Holds for all agents of the organization: a person has one pair of hands. */
export const updateAssignee = call({
  family: "console",
  method: "PUT",
  path: `${base}/{memberId}`,
  who: { member: "agents.update" },
  audit: "Changed a member's conversation limit",
  summary: "Sets a member's limit of open conversations. Null uses the agent's setting.",
  body: data(v.strictObject({ capacity })),
  answer: data(assignee),
});
