import * as v from "valibot";
import { signedIn } from "./accounts.ts";
import { call } from "../call.ts";
import { data, text } from "../shapes.ts";
import { typedCode } from "./registration.ts";

/** Shown once, when they are made; each works once. */
const recoveryCodes = data(v.object({ recoveryCodes: v.array(v.string()) }));
export type RecoveryCodes = v.InferOutput<typeof recoveryCodes>["data"]["recoveryCodes"];

/** By a code of the app or a recovery code. 403 `code_wrong`, 403 `sign_in_again` where the token has ended. */
export const loginWithSecondFactor = call({
  family: "auth",
  method: "POST",
  path: "/v1.0/authentication/login/second-factor",
  who: "anyone",
  summary: "Completes a sign-in that needs a second factor, with a code. Sets the session cookie.",
  body: v.strictObject({ token: text(200), code: typedCode }),
  answer: signedIn,
  limit: "code",
});

/** 403 `password_needed` as at update-password. The app is not asked for before `enableSecondFactor`. */
export const beginSecondFactor = call({
  family: "auth",
  method: "POST",
  path: "/v1.0/profile/second-factor/begin",
  who: "user",
  summary: "Returns a new secret for an authenticator app, as text and as the address for a QR code.",
  body: v.strictObject({ currentPassword: v.optional(text(200)) }),
  answer: data(v.object({ secret: v.string(), uri: v.string() })),
  limit: "code",
});

export const enableSecondFactor = call({
  family: "auth",
  method: "POST",
  path: "/v1.0/profile/second-factor",
  who: "user",
  audit: "Turned two-factor sign-in on",
  summary: "Turns two-factor sign-in on with a first code of the app, and returns the recovery codes.",
  body: v.strictObject({ code: typedCode }),
  answer: recoveryCodes,
  limit: "code",
});

/** By a code of the app or a recovery code. */
export const disableSecondFactor = call({
  family: "auth",
  method: "POST",
  path: "/v1.0/profile/second-factor/off",
  who: "user",
  audit: "Turned two-factor sign-in off",
  summary: "Turns two-factor sign-in off.",
  body: v.strictObject({ code: typedCode }),
  limit: "code",
});

/** By a code of the app or a recovery code. */
export const renewRecoveryCodes = call({
  family: "auth",
  method: "POST",
  path: "/v1.0/profile/second-factor/recovery-codes",
  who: "user",
  audit: "Created new recovery codes",
  summary: "Returns new recovery codes. The old ones stop working.",
  body: v.strictObject({ code: typedCode }),
  answer: recoveryCodes,
  limit: "code",
});

/** 403 `password_needed` without either, or for a password that is wrong; 403 `code_wrong`. */
export const proveIdentity = call({
  family: "auth",
  method: "POST",
  path: "/v1.0/profile/prove",
  who: "user",
  audit: false,
  summary: "Confirms the signed-in user's identity with their password or a second-factor code.",
  body: v.strictObject({ currentPassword: v.optional(text(200)), code: v.optional(typedCode) }),
  limit: "code",
});
