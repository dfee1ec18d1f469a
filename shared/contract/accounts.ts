import * as v from "valibot";
import { roles } from "../domain/access.ts";
import { call } from "./call.ts";
import { data, email, id, text, time, title } from "./shapes.ts";

const role = v.picklist(roles);

export const user = v.object({
  _id: id,
  email: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  profile_pic_url: v.nullable(v.string()),
  isSuperAdmin: v.boolean(),
  meta: v.object({ isSuperAdmin: v.boolean() }),
});
export type User = v.InferOutput<typeof user>;

/** A session's public id and the key that signs its requests; the key never travels otherwise. */
export const sessionKey = v.object({ id, key: v.string(), time: v.number() });
export type SessionKey = v.InferOutput<typeof sessionKey>;

const member = v.object({
  roles: v.array(role),
  agentStatus: v.picklist(["online", "offline"]),
  meta: v.object({ isSuperAdmin: v.boolean() }),
});

const orgAccount = v.object({
  _id: id,
  org_id: id,
  acc_name: v.string(),
  acc_desc: v.string(),
  type: v.picklist(["default", "other"]),
  identifier: v.string(),
});

export const organization = v.object({
  _id: id,
  org_id: id,
  name: v.string(),
  slug: v.string(),
  country: v.nullable(v.string()),
  state: v.nullable(v.string()),
  timeZone: v.string(),
  roles: v.array(role),
  member,
  orgAccounts: v.array(orgAccount),
});
export type Organization = v.InferOutput<typeof organization>;

/** A password that is chosen now. */
export const newPassword = v.pipe(
  v.string(),
  v.minLength(8, "Use at least 8 characters."),
  v.maxLength(200, "Use at most 200 characters."),
);
export const signedIn = v.object({ user, session: sessionKey });

/** `needed`: nobody has an account yet. `open`: the form may be shown here without the set-up link's token. */
export const getFirstOwner = call({
  family: "auth",
  method: "GET",
  path: "/v1.0/first-owner",
  who: "anyone",
  summary: "Tells whether the first owner must still be created, and whether this browser may do so.",
  answer: v.object({ needed: v.boolean(), open: v.boolean() }),
  limit: "publicRead",
});

/** Closed for good once an owner exists. Signs in. */
export const createFirstOwner = call({
  family: "auth",
  method: "POST",
  path: "/v1.0/first-owner",
  who: "anyone",
  summary: "Creates the first owner of this installation and, if named, the first organisation.",
  body: v.strictObject({
    email,
    password: newPassword,
    first_name: title(),
    last_name: v.optional(text(120), ""),
    organizationName: v.optional(title(), undefined),
    setupToken: v.optional(v.string(), undefined),
  }),
  answer: v.object({ ...signedIn.entries, organization: v.nullable(organization) }),
  limit: "signIn",
});

export const loginWithPassword = call({
  family: "auth",
  method: "POST",
  path: "/v1.0/authentication/login/password",
  who: "anyone",
  summary: "Signs in with e-mail address and password; sets the session cookie.",
  body: v.strictObject({
    email,
    password: v.pipe(v.string(), v.minLength(1, "Field is required"), v.maxLength(200)),
  }),
  answer: signedIn,
  limit: "signIn",
});

/** Answers alike whether the address has an account or not. `isMailed` is false where no mail server is set up. */
export const forgotPassword = call({
  family: "auth",
  method: "POST",
  path: "/v1.0/authentication/forgot-password",
  who: "anyone",
  summary: "Sends a link by which the owner of an address chooses a new password.",
  body: v.strictObject({ email }),
  answer: v.object({ isMailed: v.boolean() }),
  limit: "signIn",
});

/** 404 `password_link_invalid` for a link that is unknown, used or too old. Ends all sessions of the user. */
export const setPassword = call({
  family: "auth",
  method: "POST",
  path: "/v1.0/authentication/set-password",
  who: "anyone",
  summary: "Sets a new password by the link that was sent.",
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
  summary: "Changes the signed-in user's password.",
  body: v.strictObject({ password: newPassword, currentPassword: v.optional(text(200)) }),
  answer: data(user),
  limit: "signIn",
});

/** Where a user is signed in. */
export const userSession = v.object({ _id: id, createdAt: time, lastSeenAt: time, isCurrent: v.boolean() });
export type UserSession = v.InferOutput<typeof userSession>;

export const listSessions = call({
  family: "auth",
  method: "GET",
  path: "/v1.0/sessions",
  who: "user",
  summary: "Lists the sessions of the signed-in user, the latest seen first.",
  answer: v.object({ items: v.array(userSession) }),
});

export const endSession = call({
  family: "auth",
  method: "DELETE",
  path: "/v1.0/sessions/{sessionId}",
  who: "user",
  summary: "Ends one of the signed-in user's sessions.",
});

export const logout = call({
  family: "auth",
  method: "POST",
  path: "/v1.0/authentication/logout",
  who: "user",
  summary: "Ends the session.",
  answer: v.object({ redirectUrl: v.nullable(v.string()) }),
});

/** Unsigned, by the cookie alone, because it is what hands out the key; same-origin requests only. 401 when signed out. */
export const getSession = call({
  family: "auth",
  method: "GET",
  path: "/v1.0/session",
  who: "anyone",
  summary: "Gives the signed-in user and the key that signs the session's requests.",
  answer: signedIn,
});

export const getProfile = call({
  family: "auth",
  method: "GET",
  path: "/v1.0/profile/detail",
  who: "user",
  summary: "Gives the signed-in user's profile.",
  answer: data(user),
});

export const listOrganizations = call({
  family: "organisation",
  method: "GET",
  path: "/organization",
  who: "user",
  summary: "Lists the organisations of the signed-in user.",
  answer: v.object({ items: v.array(organization) }),
});

export const createOrganization = call({
  family: "organisation",
  method: "POST",
  path: "/organization",
  who: "user",
  summary: "Creates an organisation with its default account; the creator becomes its owner.",
  body: data(
    v.strictObject({
      name: title(),
      country: v.optional(v.nullable(text(2)), null),
      state: v.optional(v.nullable(text(10)), null),
      timeZone: v.optional(text(64), "UTC"),
    }),
  ),
  answer: data(organization),
});

/** Creation is done when it answers, so `ready` is true at once here; a split deployment may answer false first. */
export const pollOrganization = call({
  family: "organisation",
  method: "GET",
  path: "/organization/{orgId}/polling",
  who: { member: "organization.read" },
  summary: "Tells whether a new organisation is ready to be used.",
  answer: data(v.object({ ready: v.boolean() })),
});

export const getOrganizationDetail = call({
  family: "organisation",
  method: "GET",
  path: "/organization/detail",
  who: { member: "organization.read" },
  summary: "Gives one organisation with its accounts and the caller's roles.",
  answer: data(organization),
});

const place = { country: v.nullable(text(2)), state: v.nullable(text(10)), timeZone: text(64) };

/** Its address part (`slug`) stays: links carry it. */
export const updateOrganization = call({
  family: "organisation",
  method: "PATCH",
  path: "/organization/{orgId}/details",
  who: { member: "organization.update" },
  summary: "Changes what an organisation says of itself; what is left out stays.",
  body: data(v.partial(v.strictObject({ name: title(), ...place }))),
  answer: data(organization),
});

const activity = data(v.object({ status: v.picklist(["online", "offline"]) }));

/** 404 'Agent user not found' for members who are no support agents. */
export const getAgentActivity = call({
  family: "account",
  method: "GET",
  path: "/v1/org/{orgId}/agentusers",
  who: { member: "organization.read" },
  summary: "Gives whether the signed-in support agent is online.",
  answer: activity,
});

export const setAgentActivity = call({
  family: "account",
  method: "PUT",
  path: "/v1/org/{orgId}/agentusers",
  who: { member: "organization.read" },
  summary: "Sets the signed-in support agent online or offline.",
  body: data(v.strictObject({ status: v.picklist(["online", "offline"]) })),
  answer: activity,
});

/** Sent every 120 seconds while a support agent is online. */
export const pollAgentActivity = call({
  family: "account",
  method: "POST",
  path: "/v1/org/{orgId}/agentusers/poll",
  who: { member: "organization.read" },
  summary: "Says that the signed-in support agent is still there, and gives their status.",
  answer: activity,
});

/** The bearer token of an organisation: every call inside it carries it. */
export const getOrganizationToken = call({
  family: "organisation",
  method: "GET",
  path: "/token/{orgId}",
  who: "user",
  summary: "Gives the bearer token of an organisation that the signed-in user belongs to.",
  answer: data(v.object({ token: v.string(), roles: v.array(role) })),
});
