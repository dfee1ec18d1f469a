import * as v from "valibot";
import { call } from "../call.ts";
import { data, id, time } from "../shapes.ts";

/** An account of their own that a visitor let the agent use, only in their conversations. */
const visitorGrant = v.object({
  integrationId: id,
  service: v.string(),
  account: v.nullable(v.string()),
  connectedAt: time,
});

const base = "/v1/copilotapps/{productId}/grants" as const;

export const listVisitorGrants = call({
  family: "public",
  method: "GET",
  path: base,
  who: "visitor",
  summary: "Lists the visitor's own accounts that the agent can use.",
  answer: data(v.array(visitorGrant)),
  limit: "publicRead",
});

export const removeVisitorGrant = call({
  family: "public",
  method: "DELETE",
  path: `${base}/{integrationId}`,
  who: "visitor",
  summary: "Deletes the access to one of the visitor's own accounts.",
  limit: "send",
});
