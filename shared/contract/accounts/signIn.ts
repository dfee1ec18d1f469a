import * as v from "valibot";
import { organization, signedIn, user } from "./accounts.ts";
import { call } from "../call.ts";
import { data, email, id, plainTitle, text, time, title } from "../shapes.ts";

/** A password that is chosen now. */
export const newPassword = v.pipe(
  v.string(),
  v.minLength(8, "Use at least 8 characters."),
  v.maxLength(200, "Use at most 200 characters."),
);

/** `needed`: nobody has an account yet. */
export const getFirstOwner = call({
  family: "auth",
  method: "GET",
  path: "/v1.0/first-owner",
  who: "anyone",
  summary: "Returns whether the first owner must still be created.",
  answer: v.object({ needed: v.boolean() }),
  limit: "publicRead",
});

/** Closed for good once an owner exists. Signs in. */
export const createFirstOwner = call({
  family: "auth",
  method: "POST",
  path: "/v1.0/first-owner",
  who: "anyone",
  summary: "Creates the first owner of this installation and, if named, the first organization.",
  body: v.strictObject({
    email,
    password: newPassword,
    first_name: title(),
    last_name: v.optional(text(120), ""),
    organizationName: v.optional(plainTitle(), undefined),
    /** What the set-up link carries. */
    setupToken: v.optional(v.string(), ""),
  }),
  answer: v.object({ ...signedIn.entries, organization: v.nullable(organization) }),
  limit: "signIn",
});

/** No session yet: a code is wanted, with this token, before `expiresAt` (`loginWithSecondFactor`). */
export const secondFactorNeeded = v.object({
  status: v.literal("second_factor_needed"),
  token: v.string(),
  expiresAt: time,
});

/** What every way to sign in answers. */
export const signInAnswer = v.union([signedIn, secondFactorNeeded]);
export type SignInAnswer = v.InferOutput<typeof signInAnswer>;

export const loginWithPassword = call({
  family: "auth",
  method: "POST",
  path: "/v1.0/authentication/login/password",
  who: "anyone",
  summary: "Signs in with e-mail address and password. Sets the session cookie.",
  body: v.strictObject({
    email,
    password: v.pipe(v.string(), v.minLength(1, "Field is required"), v.maxLength(200)),
  }),
  answer: signInAnswer,
  limit: "signIn",
  isChallenged: true,
});

/** Answers alike whether the address has an account or not. `isMailed` is false where no mail server is set up. */
export const forgotPassword = call({
  family: "auth",
  method: "POST",
  path: "/v1.0/authentication/forgot-password",
  who: "anyone",
  summary: "Sends a link for choosing a new password.",
  body: v.strictObject({ email }),
  answer: v.object({ isMailed: v.boolean() }),
  limit: "forgotPassword",
  isChallenged: true,
});

/** 404 `password_link_invalid` for a link that is unknown, used or too old. Ends all sessions of the user. */
export const setPassword = call({
  family: "auth",
  method: "POST",
  path: "/v1.0/authentication/set-password",
  who: "anyone",
  summary: "Sets a new password with the link that was sent.",
  body: v.strictObject({ token: text(200), password: newPassword }),
  answer: v.object({ email: v.string() }),
  limit: "signIn",
});

/** 403 `password_needed` without the current one, unless the user signed in just now. Ends the user's other sessions. */
export const updatePassword = call({
  family: "auth",
  method: "POST",
  path: "/v1.0/profile/update-password",
  who: "user",
  audit: "Changed their password",
  summary: "Changes the signed-in user's password.",
  body: v.strictObject({ password: newPassword, currentPassword: v.optional(text(200)) }),
  answer: data(user),
  limit: "signIn",
});

/** Where a user is signed in. */
export const userSession = v.object({
  _id: id,
  createdAt: time,
  lastSeenAt: time,
  isCurrent: v.boolean(),
  /** Such as `Firefox on Linux`; null for a browser that we do not know. */
  device: v.nullable(v.string()),
});
export type UserSession = v.InferOutput<typeof userSession>;

export const listSessions = call({
  family: "auth",
  method: "GET",
  path: "/v1.0/sessions",
  who: "user",
  summary: "Lists the signed-in user's sessions, last seen first.",
  answer: v.object({ items: v.array(userSession) }),
});

/** 403 `password_needed`, as the next one: unless the user signed in or used `proveIdentity` in the last ten minutes. */
export const endSession = call({
  family: "auth",
  method: "DELETE",
  path: "/v1.0/sessions/{sessionId}",
  who: "user",
  audit: "Ended one of their sessions",
  summary: "Ends one of the signed-in user's sessions.",
});

export const endOtherSessions = call({
  family: "auth",
  method: "DELETE",
  path: "/v1.0/sessions",
  who: "user",
  audit: "Ended their other sessions",
  summary: "Ends all of the signed-in user's sessions but this one.",
});
