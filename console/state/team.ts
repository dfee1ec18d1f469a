import type { AnswerOf, BodyOf } from "../../shared/contract/call.ts";
import type { PendingInvite, TeamMember, UserGroup } from "../../shared/contract/teams.ts";
import {
  inviteMembers,
  listInvitedUsers,
  listMembers,
  listPendingInvites,
  listUserGroups,
  removeFromGroup,
  resendInvite,
  revokeInvite,
  updateTeamMember,
} from "../../shared/contract/teams.ts";
import { product } from "../../shared/domain/product.ts";
import { client } from "./client.ts";
import { createResource, load } from "./resource.ts";

type Page = AnswerOf<typeof listMembers>["page"];

/** "Team state is keyed by member email and has searchResults" (specification 3). */
export interface Team {
  members: Record<string, TeamMember>;
  /** The addresses of this page, in their order. */
  searchResults: string[];
  page: Page;
}

export interface Invites {
  items: PendingInvite[];
  page: Page;
}

/** An invitation that was just made; with its link where no mail went out. */
export type SentInvite = AnswerOf<typeof resendInvite>["data"];

/** The members of the organisation, a page of them. */
export const team = createResource<Team>();
/** The invitations that nobody has accepted yet, a page of them. */
export const pendingInvites = createResource<Invites>();
/** All groups of the organisation. */
export const userGroups = createResource<UserGroup[]>();
/** The groups into which one may invite. */
export const openGroups = createResource<UserGroup[]>();

const source = { source: product } as const;

/** Reads a page of the members. */
export function loadTeam(wanted: { search: string; page: number }): Promise<void> {
  return load(team, async () => {
    const { items, page } = await client.call(listMembers, { query: wanted });
    const members = Object.fromEntries(items.map((member) => [member.email, member]));
    return { members, searchResults: items.map(({ email }) => email), page };
  });
}

/** Reads a page of the pending invitations: into one group, or all. */
export function loadInvites(wanted: { orgId: string; groupId: string; page: number }): Promise<void> {
  const { orgId, groupId, page } = wanted;
  return load(pendingInvites, () =>
    groupId
      ? client.call(listPendingInvites, { params: { groupId }, query: { page } })
      : client.call(listInvitedUsers, { params: { orgId }, query: { page } }),
  );
}

/** Reads all groups. */
export function loadGroups(): Promise<void> {
  return load(userGroups, async () => (await client.call(listUserGroups)).items);
}

/** Reads the groups into which one may invite. */
export function loadOpenGroups(): Promise<void> {
  return load(openGroups, async () => {
    const { items } = await client.call(listUserGroups, { query: { invite: "true" } });
    return items;
  });
}

/** Invites people; who is a member already is told and left alone. */
export async function invite(
  data: BodyOf<typeof inviteMembers>["data"],
): Promise<AnswerOf<typeof inviteMembers>["data"]> {
  return (await client.call(inviteMembers, { query: source, body: { data } })).data;
}

/** Sends an invitation again, with a new link. */
export async function inviteAgain(email: string): Promise<SentInvite> {
  return (await client.call(resendInvite, { query: source, body: { data: { email } } })).data;
}

/** Takes an invitation back. */
export function revoke(orgId: string, email: string): Promise<void> {
  return client.call(revokeInvite, { params: { orgId, emailid: email } });
}

/** Puts a member into exactly these groups. */
export async function putIntoGroups(
  place: { orgId: string; memberId: string },
  groupIds: string[],
): Promise<void> {
  await client.call(updateTeamMember, { params: place, body: { data: { groupIds } } });
}

/** Takes a member out of a group. */
export function takeOutOfGroup(groupId: string, email: string): Promise<void> {
  return client.call(removeFromGroup, { params: { groupId, email } });
}
