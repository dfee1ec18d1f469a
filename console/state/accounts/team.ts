import { proxy } from "valtio";
import type { Snapshot } from "valtio";
import { toRequestError } from "../../../shared/client/requestError.ts";
import type { AnswerOf, BodyOf } from "../../../shared/contract/call.ts";
import type { PendingInvite, TeamMember, UserGroup } from "../../../shared/contract/accounts/teams.ts";
import {
  endMemberSessions,
  inviteMembers,
  listInvitedUsers,
  listMembers,
  listPendingInvites,
  listUserGroups,
  removeFromGroup,
  resendInvite,
  revokeInvite,
  updateTeamMember,
} from "../../../shared/contract/accounts/teams.ts";
import { may, roleOf } from "../../../shared/domain/access.ts";
import { product } from "../../../shared/domain/product.ts";
import { client } from "../platform/client.ts";
import { createResource, loadOrThrow } from "../platform/resource.ts";

/** A member as a screen reads them. */
export type ShownMember = Snapshot<TeamMember>;

type Page = AnswerOf<typeof listMembers>["page"];

/** "Team state is keyed by member email and has searchResults" (specification 3). */
export interface Team {
  members: Record<string, TeamMember>;
  /** The addresses of this page, in their order. */
  searchResults: string[];
  page: Page;
}

/** The groups of somebody. */
interface Groups {
  usergroups: readonly TeamMember["usergroups"][number][];
}

export interface Invites {
  items: PendingInvite[];
  page: Page;
}

/** An invitation that was just made; with its link where no mail went out. */
export type SentInvite = AnswerOf<typeof resendInvite>["data"];

/** The members of the organization, a page of them. */
export const team = createResource<Team>();
/** The invitations that nobody has accepted yet, a page of them. */
export const pendingInvites = createResource<Invites>();
/** Whether the last try to invite failed. */
export const invitations = proxy({ hasCreateFailed: false });
/** All groups of the organization. */
export const userGroups = createResource<UserGroup[]>();
/** The groups into which one may invite. */
export const openGroups = createResource<UserGroup[]>();

const source = { source: product } as const;

/** Reads a page of the members. */
export function loadTeam(wanted: { search: string; page: number }): Promise<void> {
  return loadOrThrow(team, async () => {
    const { items, page } = await client.call(listMembers, { query: wanted });
    const members = Object.fromEntries(items.map((member) => [member.email, member]));
    return { members, searchResults: items.map(({ email }) => email), page };
  });
}

/** Finds members by name or address, beside the list that the team's page shows. */
export async function findMembers(search: string): Promise<TeamMember[]> {
  return (await client.call(listMembers, { query: { search, page: 1, per_page: 5 } })).items;
}

/** Gives the names of some people who may change roles here. */
export async function findManagers(): Promise<string[]> {
  const { items } = await client.call(listMembers, { query: { page: 1, per_page: 100 } });
  const managers = items.filter(({ role }) => role !== null && may([role], "team.update"));
  return managers.slice(0, 3).map((one) => `${one.first_name} ${one.last_name}`.trim() || one.email);
}

/** Reads a page of the pending invitations: into one group, else of all those whose address has the searched text in it. */
export function loadInvites(wanted: {
  orgId: string;
  groupId: string;
  search: string;
  page: number;
}): Promise<void> {
  const { orgId, groupId, search, page } = wanted;
  return loadOrThrow(pendingInvites, () =>
    groupId
      ? client.call(listPendingInvites, { params: { groupId }, query: { page } })
      : client.call(listInvitedUsers, { params: { orgId }, query: { search, page } }),
  );
}

/** Reads all groups. */
export function loadGroups(): Promise<void> {
  return loadOrThrow(userGroups, async () => (await client.call(listUserGroups)).items);
}

/** Reads the groups into which one may invite. */
export function loadOpenGroups(): Promise<void> {
  return loadOrThrow(openGroups, async () => {
    const { items } = await client.call(listUserGroups, { query: { invite: "true" } });
    return items;
  });
}

/** Invites people; who is a member already is told and left alone. */
export async function invite(
  data: BodyOf<typeof inviteMembers>["data"],
): Promise<AnswerOf<typeof inviteMembers>["data"]> {
  invitations.hasCreateFailed = false;
  try {
    return (await client.call(inviteMembers, { query: source, body: { data } })).data;
  } catch (thrown) {
    invitations.hasCreateFailed = true;
    console.error(toRequestError(thrown).message);
    throw thrown;
  }
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

/**
 * Takes a member out of all their groups; removing the last group removes them from the organization. The last owner
 * stays as they were.
 */
export async function takeOutOfGroups({
  email,
  usergroups,
}: Pick<TeamMember, "email"> & Groups): Promise<void> {
  // The one that may be refused comes first.
  const isOwners = ({ usergroup_name }: Groups["usergroups"][number]) => roleOf(usergroup_name) === "owner";
  const ordered = usergroups.toSorted((one, other) => Number(isOwners(other)) - Number(isOwners(one)));
  for (const { _id } of ordered) await takeOutOfGroup(_id, email);
}

/** Takes a member out of a group. */
export function takeOutOfGroup(groupId: string, email: string): Promise<void> {
  return client.call(removeFromGroup, { params: { groupId, email } });
}

/** Signs a member out on all their devices. */
export function endSessionsOf(orgId: string, memberId: string): Promise<void> {
  return client.call(endMemberSessions, { params: { orgId, memberId } });
}
