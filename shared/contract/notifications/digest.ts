import * as v from "valibot";
import { digestRhythms } from "../../domain/digest.ts";
import { call } from "../call.ts";
import { data, time } from "../shapes.ts";

const digest = "/v1/org/{orgId}/digest" as const;
const reads = { member: "conversations.read" } as const;

const digestState = v.object({
  every: v.picklist(digestRhythms),
  /** When the next one is due: at 8:00 where the member is. Null where none is. */
  nextAt: v.nullable(time),
  /** On whose clocks: the member's profile's zone, the organization's where it names none. */
  timeZone: v.string(),
});
export type DigestState = v.InferOutput<typeof digestState>;

export const getDigest = call({
  family: "account",
  method: "GET",
  path: digest,
  who: reads,
  forKeys: "never",
  summary: "Returns how often the member gets a digest for an organization.",
  answer: data(digestState),
});

/** Nothing is sent where nothing waits, and nothing by an installation without a mail server. */
export const updateDigest = call({
  family: "account",
  method: "PATCH",
  path: digest,
  who: reads,
  audit: false,
  forKeys: "never",
  summary: "Sets how often the member gets a digest for an organization.",
  body: data(v.strictObject({ every: v.picklist(digestRhythms) })),
  answer: data(digestState),
});
