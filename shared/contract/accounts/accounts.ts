import * as v from "valibot";
import { roles } from "../../domain/access.ts";
import { chatLanguages } from "../../domain/chatLanguages.ts";
import { dateFormats } from "../../domain/dateFormats.ts";
import { call } from "../call.ts";
import { count, data, id, text, time, plainTitle } from "../shapes.ts";

const role = v.picklist(roles);

export const user = v.object({
  _id: id,
  email: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  profile_pic_url: v.nullable(v.string()),
  /** What they are in any of their organizations, the highest first. What they may in one, its `member` says. */
  roles: v.array(role),
  isSuperAdmin: v.boolean(),
  meta: v.object({ isSuperAdmin: v.boolean() }),
});
export type User = v.InferOutput<typeof user>;

/** Where an organization is, by the codes of ISO 3166 and the names of the time zone database. */
const place = {
  country: v.nullable(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, "Invalid data"))),
  state: v.nullable(v.pipe(v.string(), v.regex(/^[A-Z0-9-]{1,10}$/i, "Invalid data"))),
  timeZone: v.pipe(text(64), v.check(isTimeZone, "Invalid data")),
};

/** All that a user has about themselves. */
export const profile = describeProfile();
export type Profile = v.InferOutput<typeof profile>;

/** A function, because a build leaves out what nobody uses, but not where it is made by reading another schema. */
/* @__NO_SIDE_EFFECTS__ */
function describeProfile() {
  return v.object({
    ...user.entries,
    /** Null for an address that was never shown to be theirs. */
    emailVerifiedAt: v.nullable(time),
    /** Where a mail server is missing an address changes at once and is never verified. */
    canVerifyEmail: v.boolean(),
    /** The address that waits for its code. */
    newEmail: v.nullable(v.object({ email: v.string(), resendAt: time, expiresAt: time })),
    /** False for who only ever signed in by a provider. */
    hasPassword: v.boolean(),
    secondFactor: v.nullable(v.object({ enabledAt: time, recoveryCodesLeft: count })),
    /** Null: as the device does. */
    timeZone: v.nullable(v.string()),
    dateFormat: v.nullable(v.picklist(dateFormats)),
    /** In which mails come, and dates and numbers are written; null: as the browser does. */
    language: v.nullable(v.picklist(chatLanguages)),
    /** Whether they hear by mail that an invitation of theirs was accepted. */
    mailsOnAccept: v.boolean(),
  });
}

/** A session's public id and the key that signs its requests; the key never travels otherwise. */
export const sessionKey = v.object({ id, key: v.string(), time: v.number() });
export type SessionKey = v.InferOutput<typeof sessionKey>;

const member = v.object({
  roles: v.array(role),
  /** The highest of them; null where none of their groups gives one. */
  role: v.nullable(role),
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
  /** Members without a second factor do nothing here until they have set one up. */
  requiresSecondFactor: v.boolean(),
  roles: v.array(role),
  member,
  orgAccounts: v.array(orgAccount),
});
export type Organization = v.InferOutput<typeof organization>;

export const signedIn = v.object({ user, session: sessionKey });

export const logout = call({
  family: "auth",
  method: "POST",
  path: "/v1.0/authentication/logout",
  who: "user",
  audit: "Signed out",
  summary: "Ends the session.",
  answer: v.object({ redirectUrl: v.nullable(v.string()) }),
});

/** Unsigned, by the cookie alone, because it is what hands out the key; same-origin requests only. 401 when signed out. */
export const getSession = call({
  family: "auth",
  method: "GET",
  path: "/v1.0/session",
  who: "anyone",
  summary: "Returns the signed-in user and the key that signs the session's requests.",
  answer: signedIn,
});

export const getProfile = call({
  family: "auth",
  method: "GET",
  path: "/v1.0/profile/detail",
  who: "user",
  summary: "Returns the signed-in user's profile.",
  answer: data(profile),
});

export const listOrganizations = call({
  family: "organisation",
  method: "GET",
  path: "/organization",
  who: "user",
  summary: "Lists the organizations of the signed-in user.",
  answer: v.object({
    items: v.array(organization),
    /** Whether the user may create no organization: only the operator does, or they own as many as anybody may. */
    isCreationClosed: v.boolean(),
  }),
});

export const createOrganization = call({
  family: "organisation",
  method: "POST",
  path: "/organization",
  who: "user",
  audit: "Created the organization",
  auditIn: ({ data: made }) => made.org_id,
  summary: "Creates an organization with its default account; the creator becomes its owner.",
  body: data(
    v.strictObject({
      name: plainTitle(),
      country: v.optional(place.country, null),
      state: v.optional(place.state, null),
      timeZone: v.optional(place.timeZone, "UTC"),
    }),
  ),
  answer: data(organization),
});

/** Creation is done when it answers, so `ready` is true immediately here; a split deployment may answer false first. */
export const pollOrganization = call({
  family: "organisation",
  method: "GET",
  path: "/organization/{orgId}/polling",
  who: { member: "organization.read" },
  summary: "Returns whether a new organization is ready.",
  answer: data(v.object({ ready: v.boolean() })),
});

export const getOrganizationDetail = call({
  family: "organisation",
  method: "GET",
  path: "/organization/detail",
  who: { member: "organization.read" },
  summary: "Returns one organization with its accounts and the caller's roles.",
  answer: data(organization),
});

/**
 * Its address part (`slug`) stays: links carry it. A second factor is required only by a person who has one: 409 `conflict`,
 * and 403 `api_key_not_allowed` for keys.
 */
export const updateOrganization = call({
  family: "organisation",
  method: "PATCH",
  path: "/organization/{orgId}/details",
  who: { member: "organization.update" },
  audit: "Changed the organization",
  summary: "Changes an organization's details. Omitted fields stay.",
  body: data(v.partial(v.strictObject({ name: plainTitle(), ...place, requiresSecondFactor: v.boolean() }))),
  answer: data(organization),
});

const activity = data(v.object({ status: v.picklist(["online", "offline"]) }));

/** 404 'Agent user not found' for members who are no support agents. */
export const getAgentActivity = call({
  family: "account",
  method: "GET",
  path: "/v1/org/{orgId}/agentusers",
  who: { member: "organization.read" },
  forKeys: "never",
  summary: "Returns whether the signed-in support agent is online.",
  answer: activity,
});

export const setAgentActivity = call({
  family: "account",
  method: "PUT",
  path: "/v1/org/{orgId}/agentusers",
  who: { member: "organization.read" },
  audit: "Went online or offline",
  forKeys: "never",
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
  audit: false,
  forKeys: "never",
  summary: "Reports that the signed-in support agent is still active, and returns their status.",
  answer: activity,
});

/**
 * The bearer token of an organization: every call inside it carries it. 403 `second_factor_required` where the organization
 * asks for one that the user has not set up, as for every call inside.
 */
export const getOrganizationToken = call({
  family: "organisation",
  method: "GET",
  path: "/token/{orgId}",
  who: "user",
  summary: "Returns the bearer token of an organization that the signed-in user belongs to.",
  answer: data(v.object({ token: v.string(), roles: v.array(role) })),
});

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}
