import * as v from "valibot";
import { call } from "../call.ts";
import { count } from "../shapes.ts";

const hex = v.pipe(v.string(), v.regex(/^[0-9a-f]+$/), v.maxLength(128));

/** A proof of work: the counter is looked for whose derived key begins with `keyPrefix`. */
export const challenge = v.object({
  parameters: v.object({
    algorithm: v.literal("PBKDF2/SHA-256"),
    nonce: hex,
    salt: hex,
    cost: count,
    keyLength: count,
    keyPrefix: hex,
    keySignature: hex,
    /** In seconds since 1970. */
    expiresAt: count,
  }),
  signature: hex,
});
export type Challenge = v.InferOutput<typeof challenge>;

/** What the captcha's header carries. */
export const solved = v.object({
  challenge,
  solution: v.object({ counter: count, derivedKey: hex }),
});
export type Solved = v.InferOutput<typeof solved>;

/** 404 where the operator did not switch the captcha on. A challenge is good once, and for five minutes. */
export const getChallenge = call({
  family: "auth",
  method: "GET",
  path: "/v1.0/authentication/challenge",
  who: "anyone",
  summary:
    "Returns a proof-of-work challenge for sign-in, registration and forgotten passwords, if that is turned on.",
  answer: challenge,
  limit: "publicRead",
});
