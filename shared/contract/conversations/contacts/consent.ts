import * as v from "valibot";
import { call } from "../../call.ts";
import { count, data, text } from "../../shapes.ts";

const longestAgoMs = 30 * 24 * 60 * 60_000;

const saidConsent = v.strictObject({
  value: v.picklist(["granted", "denied"]),
  /** What the chat showed them; null where the page asked by its own means. */
  text: v.nullable(text(2500)),
  /** How long ago they said it: there may have been no session yet. */
  agoMs: v.pipe(count, v.maxValue(longestAgoMs)),
});
export type SaidConsent = v.InferOutput<typeof saidConsent>;

/** Told once there is a session; before that nothing is sent. The same word again changes nothing. */
export const sayConsent = call({
  family: "public",
  method: "PUT",
  path: "/v1/copilotapps/{productId}/consent",
  who: "visitor",
  summary: "Records the visitor's consent, or its withdrawal.",
  body: data(saidConsent),
  limit: "publicRead",
  isForUnidentified: true,
});
