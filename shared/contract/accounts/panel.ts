import {
  createOrganization,
  getOrganizationDetail,
  listOrganizations,
  updateOrganization,
} from "./accounts.ts";
import { call } from "../call.ts";
import { acceptInvite, getTeamMember, inviteMembers, listUserGroups, updateTeamMember } from "./teams.ts";

/**
 * The panel family of the specification ("create organization (POST with data), organizations for a user, details by id,
 * update organization (PATCH), create team member (POST), team member get and update (PATCH), user groups (GET), accept
 * invite (GET by token)"): other paths to calls of the organization family, which take and answer the same.
 */
const org = "/v1.0/org" as const;

export const createPanelOrganization = call({ ...createOrganization, family: "panel", path: org });

export const listPanelOrganizations = call({ ...listOrganizations, family: "panel", path: org });

export const getPanelOrganization = call({
  ...getOrganizationDetail,
  family: "panel",
  path: `${org}/{orgId}`,
});

export const updatePanelOrganization = call({
  ...updateOrganization,
  family: "panel",
  path: `${org}/{orgId}`,
});

const { query: _, ...inviting } = inviteMembers;

/** A team member begins as an invitation, which the invited person accepts. */
export const createPanelTeamMember = call({
  ...inviting,
  family: "panel",
  path: `${org}/{orgId}/team`,
});

export const getPanelTeamMember = call({
  ...getTeamMember,
  family: "panel",
  path: `${org}/{orgId}/team/{memberId}`,
});

export const updatePanelTeamMember = call({
  ...updateTeamMember,
  family: "panel",
  path: `${org}/{orgId}/team/{memberId}`,
});

export const listPanelUserGroups = call({
  ...listUserGroups,
  family: "panel",
  path: `${org}/{orgId}/usergroups`,
});

export const acceptPanelInvite = call({
  ...acceptInvite,
  family: "panel",
  path: `${org}/accept-invite/{token}`,
});
