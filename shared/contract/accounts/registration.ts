import * as v from "valibot";
import { call } from "../call.ts";
import { email, text, time, title } from "../shapes.ts";
import { newPassword, signInAnswer } from "./signIn.ts";

/** A code that people read in a mail or an app: blanks, hyphens and other scripts' digits are no mistake. */
export const typedCode = v.pipe(
  v.string(),
  v.maxLength(100),
  v.transform((typed) => typed.normalize("NFKC").replace(/[\s-]/g, "").toLowerCase()),
  v.minLength(1, "Field is required"),
  v.regex(/^[0-9a-z]*$/, "Invalid data"),
);

/** A code is on its way to `email`; a further one may be asked for from `resendAt` on. */
export const codeSent = v.object({ email: v.string(), resendAt: time, expiresAt: time });
export type CodeSent = v.InferOutput<typeof codeSent>;

/**
 * By an invitation, or where registration is open. Open registration mails a code and answers alike whether the address
 * has an account or not; without a mail server it signs in immediately. The code works in the browser that asked for it
 * only: the answer sets a cookie.
 */
export const register = call({
  family: "auth",
  method: "POST",
  path: "/v1.0/authentication/register",
  who: "anyone",
  summary: "Creates an account from an invitation, or starts one if registration is open.",
  body: v.strictObject({
    email,
    password: newPassword,
    first_name: title(),
    last_name: v.optional(text(120), ""),
    inviteToken: v.optional(text(200)),
  }),
  answer: v.union([signInAnswer, codeSent]),
  limit: "signIn",
  isChallenged: true,
});

/** 403 `code_wrong`, 403 `code_elsewhere` (another browser asked for it), 404 `code_ended`, 409 `code_used`. Signs in. */
export const completeRegistration = call({
  family: "auth",
  method: "POST",
  path: "/v1.0/authentication/register/complete",
  who: "anyone",
  summary: "Creates the account that waits for its code.",
  body: v.strictObject({ code: typedCode }),
  answer: signInAnswer,
  limit: "code",
});

/** 429 before `resendAt`. The code before it ends. */
export const resendRegistrationCode = call({
  family: "auth",
  method: "POST",
  path: "/v1.0/authentication/register/resend",
  who: "anyone",
  summary: "Sends a new code for an account that waits for it.",
  answer: codeSent,
  limit: "code",
});
