import * as v from "valibot";
import { isZoneSlug } from "../../domain/zones.ts";
import { call } from "../call.ts";
import { data, id, time } from "../shapes.ts";

/** The short name of one agent's knowledge. It is the server's, no secret, and the same for as long as the agent is there. */
export const zoneSlug = v.pipe(
  v.string(),
  v.check(isZoneSlug, "A zone is 6 characters: letters, digits, underscore and hyphen."),
);

export const zone = v.object({
  slug: zoneSlug,
  agentId: id,
  /** When the first data source was created in it; null before. */
  registeredAt: v.nullable(time),
});
export type Zone = v.InferOutput<typeof zone>;

export const getZone = call({
  family: "console",
  method: "GET",
  path: "/v1/org/{orgId}/copilotapps/{productId}/datasources/zone",
  who: { member: "knowledge.read" },
  summary: "Returns the zone of an agent's knowledge, and whether it is registered.",
  answer: data(zone),
});

/** 400 `invalid_input` for what can't be a slug; 404 where no agent of the organization has it. */
export const findZone = call({
  family: "console",
  method: "GET",
  path: "/v1/org/{orgId}/zones/{zoneSlug}",
  who: { member: "knowledge.read" },
  forKeys: "filtered",
  summary: "Finds an agent by its six-character zone.",
  answer: data(zone),
});
