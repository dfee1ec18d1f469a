import * as v from "valibot";
import { voiceServices } from "../../domain/voiceServices.ts";
import { call } from "../call.ts";
import { baseUrl, secret } from "../models/modelKeys.ts";
import { data, time } from "../shapes.ts";

/** A key of a service for voices and avatars. The key itself is never shown again, only its last four characters. */
export const voiceKey = v.object({
  service: v.picklist(voiceServices),
  /** Where the key is sent, and nowhere else; null for the service's own address. */
  baseUrl: v.nullable(v.string()),
  lastFour: v.string(),
  /** Null while the service takes the key, else why it does not. */
  refusal: v.nullable(v.string()),
  checkedAt: time,
  createdAt: time,
});
export type VoiceKey = v.InferOutput<typeof voiceKey>;

const keys = "/v1/org/{orgId}/voicekeys" as const;
const updates = { member: "modelKeys.update" } as const;

export const listVoiceKeys = call({
  family: "console",
  method: "GET",
  path: keys,
  who: { member: "modelKeys.read" },
  summary: "Lists the organization's keys for voices and avatars.",
  answer: v.object({ items: v.array(voiceKey) }),
});

/** Asks the service first: a key that it refuses is 400 `invalid_input` with its reason, and nothing is kept. */
export const setVoiceKey = call({
  family: "console",
  method: "PUT",
  path: `${keys}/{service}`,
  who: updates,
  audit: "Set a key for voices or avatars",
  summary: "Stores a service's key for voices or avatars, encrypted. It replaces the previous one.",
  body: data(v.strictObject({ key: secret, baseUrl: v.optional(v.nullable(baseUrl), null) })),
  answer: data(voiceKey),
  limit: "checkKey",
});

/** Calls are spoken by the model's voice, or have no avatar, from then on. */
export const removeVoiceKey = call({
  family: "console",
  method: "DELETE",
  path: `${keys}/{service}`,
  who: updates,
  audit: "Deleted a key for voices or avatars",
  summary: "Deletes a service's key for voices or avatars.",
});
