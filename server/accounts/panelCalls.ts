import {
  createOrganization,
  getOrganizationDetail,
  listOrganizations,
  updateOrganization,
} from "../../shared/contract/accounts/accounts.ts";
import type { AnyCall } from "../../shared/contract/call.ts";
import {
  acceptPanelInvite,
  createPanelOrganization,
  createPanelTeamMember,
  getPanelOrganization,
  getPanelTeamMember,
  listPanelOrganizations,
  listPanelUserGroups,
  updatePanelOrganization,
  updatePanelTeamMember,
} from "../../shared/contract/accounts/panel.ts";
import {
  acceptInvite,
  getTeamMember,
  inviteMembers,
  listUserGroups,
  updateTeamMember,
} from "../../shared/contract/accounts/teams.ts";
import type { Route } from "../requests/handle.ts";

const pairs: [AnyCall, AnyCall][] = [
  [createPanelOrganization, createOrganization],
  [listPanelOrganizations, listOrganizations],
  [getPanelOrganization, getOrganizationDetail],
  [updatePanelOrganization, updateOrganization],
  [createPanelTeamMember, inviteMembers],
  [getPanelTeamMember, getTeamMember],
  [updatePanelTeamMember, updateTeamMember],
  [listPanelUserGroups, listUserGroups],
  [acceptPanelInvite, acceptInvite],
];

/** The panel family's calls: each is answered by the very handler of the call that it is another path to. */
export function panelRoutes(routes: readonly Route[]): Route[] {
  return pairs.map(([call, original]) => {
    const route = routes.find((one) => one.call === original);
    if (!route) throw new Error(`${original.method} ${original.path} has no handler.`);
    return { call, handler: route.handler };
  });
}
