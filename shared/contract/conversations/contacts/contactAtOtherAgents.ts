import * as v from "valibot";
import { call } from "../../call.ts";
import { thread } from "../conversations.ts";
import { count, data, id } from "../../shapes.ts";

/** The same person at another agent of the organization. */
export const contactAtOtherAgents = v.object({
  agent: v.object({ id, name: v.string() }),
  contact: v.object({ id, name: v.string(), email: v.nullable(v.string()) }),
  /** By what they are the same: the id that the site signed, or the address in its token. */
  by: v.picklist(["id", "address"]),
  /** Their conversations with that agent. */
  conversations: count,
  /** The latest of them. */
  threads: v.array(thread),
});
export type ContactAtOtherAgents = v.InferOutput<typeof contactAtOtherAgents>;

/** The most other agents that are told. */
export const maxContactsAtOtherAgents = 20;

/**
 * Only where it is sure: both were signed by the site, by the same id or with the same e-mail address in the token. A
 * different signed address at either means another person, whatever the ID. Typed details, by the visitor or the team,
 * never match.
 */
export const listContactAtOtherAgents = call({
  family: "console",
  method: "GET",
  path: "/v1/org/{orgId}/copilotapps/{productId}/contacts/{contactId}/elsewhere",
  who: { member: "conversations.read" },
  summary: "Lists the other agents that the same verified person talks to, last seen first.",
  answer: data(v.array(contactAtOtherAgents)),
});
