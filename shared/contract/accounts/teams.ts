import * as v from "valibot";
import { roles } from "../../domain/access.ts";
import { product } from "../../domain/product.ts";
import { call } from "../call.ts";
import { count, data, email, id, list, pageNumber, text, time } from "../shapes.ts";

const role = v.picklist(roles);

/** A group of an organization; its name says which role its members hold. */
export const userGroup = v.object({
  _id: id,
  usergroup_name: v.string(),
  /** Null for a group whose name stands for no role. */
  role: v.nullable(role),
  memberCount: count,
});
export type UserGroup = v.InferOutput<typeof userGroup>;

const groupName = v.object({ _id: id, usergroup_name: v.string() });

export const teamMember = v.object({
  _id: id,
  email: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  profile_pic_url: v.nullable(v.string()),
  usergroups: v.array(groupName),
  /** The highest of their groups' roles; null where none gives one. */
  role: v.nullable(role),
  agentStatus: v.picklist(["online", "offline"]),
  joinedAt: time,
});
export type TeamMember = v.InferOutput<typeof teamMember>;

/** An invitation that nobody has accepted yet. */
export const pendingInvite = v.object({
  _id: id,
  email: v.string(),
  usergroups: v.array(groupName),
  invitedBy: v.nullable(v.string()),
  sentAt: time,
  expiresAt: time,
  isExpired: v.boolean(),
});
export type PendingInvite = v.InferOutput<typeof pendingInvite>;

/** A sent invitation. `link` is there where no mail goes out, so that it is handed over by hand; it is told this once. */
const sentInvite = v.object({ ...pendingInvite.entries, link: v.nullable(v.string()) });

/** An invitation as the invited person sees it in the console. */
export const ownInvite = v.object({
  _id: id,
  organizationName: v.string(),
  usergroup_name: v.string(),
  role: v.nullable(role),
  invitedBy: v.nullable(v.string()),
  expiresAt: time,
});
export type OwnInvite = v.InferOutput<typeof ownInvite>;

/** What accepting gives. */
const joined = v.object({
  accountId: id,
  message: v.string(),
  organizationName: v.string(),
  usergroup_name: v.string(),
  role: v.nullable(role),
});

/** `?page&per_page`, as the team's lists of the specification have it. */
const pages = v.object({
  page: pageNumber,
  per_page: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(100)), "25"),
});
const searchedPages = v.object({ ...pages.entries, search: v.optional(text(254), "") });
const source = v.object({ source: v.literal(product) });
const reads = { member: "team.read" } as const;
const invites = { member: "team.invite" } as const;

export const listMembers = call({
  family: "organisation",
  method: "GET",
  path: "/organization/account/members",
  who: reads,
  summary: "Lists the members of the organization, searched by name and e-mail address.",
  query: searchedPages,
  answer: list(teamMember),
});

export const listUserGroups = call({
  family: "organisation",
  method: "GET",
  path: "/organization/account/usergroups",
  who: reads,
  summary: "Lists the groups. With invite=true, only those that the caller can invite people to.",
  query: v.object({ invite: v.optional(v.picklist(["true", "false"]), "false") }),
  answer: v.object({ items: v.array(userGroup) }),
});

export const listGroupMembers = call({
  family: "organisation",
  method: "GET",
  path: "/organization/usergroup/{groupId}/members",
  who: reads,
  summary: "Lists the members of one group.",
  query: pages,
  answer: list(teamMember),
});

export const listPendingInvites = call({
  family: "organisation",
  method: "GET",
  path: "/organization/pending-invites/{groupId}",
  who: reads,
  summary: "Lists a group's pending invitations.",
  query: pages,
  answer: list(pendingInvite),
});

/**
 * 403 `forbidden` for a group above the caller's own role. A person who is already invited gets a new link; the old one
 * ends.
 */
export const inviteMembers = call({
  family: "organisation",
  method: "POST",
  path: "/organization/invite",
  who: invites,
  audit: "Invited people",
  auditAbout: ({ data: { emails } }) =>
    emails.length > 3 ? `${emails.slice(0, 3).join(", ")} and ${emails.length - 3} more` : emails.join(", "),
  summary: "Invites people to a group by e-mail address.",
  query: source,
  body: data(
    v.strictObject({
      emails: v.pipe(v.array(email), v.minLength(1, "Field is required"), v.maxLength(50)),
      groupId: id,
    }),
  ),
  answer: data(
    v.object({
      invites: v.array(sentInvite),
      /** Addresses of people who are members already. */
      members: v.array(v.string()),
    }),
  ),
  limit: "invite",
});

export const resendInvite = call({
  family: "organisation",
  method: "POST",
  path: "/organization/resend-invite",
  who: invites,
  audit: "Resent an invitation",
  summary: "Resends an invitation with a new link. The old one stops working.",
  query: source,
  body: data(v.strictObject({ email })),
  answer: data(sentInvite),
  limit: "invite",
});

/** The last owner stays: 409 `last_owner`. Removing the last group removes them from the organization. */
export const removeFromGroup = call({
  family: "organisation",
  method: "DELETE",
  path: "/organization/usergroup/{groupId}/member/{email}",
  who: { member: "team.update" },
  audit: "Removed a member from a group",
  summary: "Removes a member from a group.",
});

/** 404 `invite_invalid` for a link that is unknown, used, revoked, replaced or too old. */
export const verifyInvite = call({
  family: "organisation",
  method: "GET",
  path: "/verify-invite/{token}",
  who: "anyone",
  summary: "Returns what an invitation's link is for.",
  answer: data(
    v.object({
      email: v.string(),
      organizationName: v.string(),
      invitedBy: v.nullable(v.string()),
      usergroup_name: v.string(),
      role: v.nullable(role),
      /** Whether the invited address has an account already. */
      isRegistered: v.boolean(),
    }),
  ),
  limit: "signIn",
});

/** 403 `invite_for_other` where somebody else is signed in than who was invited. */
export const acceptInvite = call({
  family: "organisation",
  method: "GET",
  path: "/v1.0/org/accept-invite/{token}",
  who: "user",
  audit: "Accepted an invitation",
  auditIn: ({ data: into }) => into.accountId,
  summary: "Accepts an invitation for the signed-in user.",
  answer: data(joined),
});

export const listOwnInvites = call({
  family: "organisation",
  method: "GET",
  path: "/organization/own-invites",
  who: "user",
  summary: "Lists the signed-in user's pending invitations.",
  answer: v.object({ items: v.array(ownInvite) }),
});

export const acceptOwnInvite = call({
  family: "organisation",
  method: "POST",
  path: "/organization/own-invites/{inviteId}/accept",
  who: "user",
  audit: "Accepted an invitation",
  auditIn: ({ data: into }) => into.accountId,
  summary: "Accepts an invitation to the signed-in user's own address.",
  answer: data(joined),
});

const team = "/v1.0/org/{orgId}" as const;
const scopedPages = v.object({
  page: pages.entries.page,
  pageSize: pages.entries.per_page,
  search: v.optional(text(254), ""),
});

export const listTeam = call({
  family: "organisation",
  method: "GET",
  path: `${team}/team`,
  who: reads,
  summary: "Lists the members of the organization.",
  query: scopedPages,
  answer: list(teamMember),
});

export const getTeamMember = call({
  family: "organisation",
  method: "GET",
  path: `${team}/team/{memberId}`,
  who: reads,
  summary: "Returns one member.",
  answer: data(teamMember),
});

/** Nobody gives or takes a role above their own; the last owner stays one: 409 `last_owner`. */
export const updateTeamMember = call({
  family: "organisation",
  method: "PATCH",
  path: `${team}/team/{memberId}`,
  who: { member: "team.update" },
  audit: "Changed a member’s groups",
  summary: "Sets a member's groups.",
  body: data(v.strictObject({ groupIds: v.pipe(v.array(id), v.minLength(1, "Field is required")) })),
  answer: data(teamMember),
});

/**
 * Of this member on all their devices: they sign in again. 403 `password_needed` unless the caller signed in or used
 * `proveIdentity` in the last ten minutes. Nobody ends the sessions of somebody with a role above their own.
 */
export const endMemberSessions = call({
  family: "organisation",
  method: "DELETE",
  path: `${team}/team/{memberId}/sessions`,
  who: { member: "team.update" },
  audit: "Ended a member’s sessions",
  forKeys: "never",
  summary: "Signs a member out everywhere.",
});

export const listInvitedUsers = call({
  family: "organisation",
  method: "GET",
  path: `${team}/invitedusers`,
  who: reads,
  summary: "Lists all pending invitations.",
  query: scopedPages,
  answer: list(pendingInvite),
});

export const revokeInvite = call({
  family: "organisation",
  method: "DELETE",
  path: `${team}/invitedusers/{emailid}`,
  who: invites,
  audit: "Revoked an invitation",
  summary: "Revokes an invitation. Its link stops working.",
});

export const searchUsers = call({
  family: "organisation",
  method: "GET",
  path: `${team}/search`,
  who: reads,
  summary: "Finds the member with this e-mail address.",
  query: v.object({ email }),
  answer: v.object({ items: v.array(teamMember) }),
});
