import { proxy } from "valtio";
import type { Organization } from "../../shared/contract/accounts.ts";
import {
  createOrganization as createOrganizationCall,
  getOrganizationToken,
  listOrganizations,
} from "../../shared/contract/accounts.ts";
import type { BodyOf } from "../../shared/contract/call.ts";
import type { Action, Role } from "../../shared/domain/access.ts";
import { may } from "../../shared/domain/access.ts";
import { toRequestError } from "../../shared/client/requestError.ts";
import { emptyAgents } from "./agents.ts";
import { browser } from "./browser.ts";
import { client, credentials } from "./client.ts";
import { closeLive } from "./live.ts";
import { paths } from "./paths.ts";
import { clearPollState } from "./pollState.ts";
import { createResource, loadOrThrow, reset } from "./resource.ts";
import { keptForBrowser } from "./storage.ts";
import { subscription } from "./subscription.ts";
import { endUndo } from "./undo.ts";

type Member = Organization["member"];
type OrgAccount = Organization["orgAccounts"][number];

interface OrganizationState {
  /** The organisation that was entered; null before. */
  _id: string | null;
  name: string;
  roles: Role[];
  member: Member | null;
  /** The account that is worked in: the one chosen in this browser, else the default one. */
  account: Pick<OrgAccount, "_id"> | null;
  orgAccounts: OrgAccount[];
  /** Whether the last try to make an organisation worked; null before any. */
  isOrgRegistered: boolean | null;
}

/** The organisation somebody works in. */
export const organization = proxy<OrganizationState>(emptyOrganization());
/** All organisations of the signed-in user. */
export const organizations = createResource<Organization[]>();

const lastUsedName = "lastOrganization";

/** Reads the list of organisations; a list that was never read is empty where that fails. */
export async function loadOrganizations(): Promise<void> {
  try {
    await loadOrThrow(organizations, async () => (await client.call(listOrganizations)).items);
  } catch (error) {
    organizations.data ??= [];
    throw error;
  }
}

/** Fetches the token of an organisation, which every call inside it carries; gives the roles that come with it. */
export async function fetchToken(orgId: string): Promise<Role[]> {
  const { data } = await client.call(getOrganizationToken, { params: { orgId } });
  credentials.bearer = data.token;
  return data.roles;
}

/** Takes an organisation as the one that is worked in, once its token is there. */
export function enterOrganization(
  entered: Organization,
  { roles, agentStatus = "offline" }: { roles: Role[]; agentStatus?: Member["agentStatus"] | undefined },
): void {
  const { org_id: _id, name, orgAccounts } = entered;
  const account = findAccount(entered);
  const member = { ...entered.member, roles, role: roles[0] ?? null, agentStatus };
  Object.assign(organization, { _id, name, roles, member, orgAccounts, account: account ?? null });
  rememberAccount(entered);
}

/** Makes an organisation; it can be used when it is ready. */
export async function createOrganization(
  data: BodyOf<typeof createOrganizationCall>["data"],
): Promise<Organization> {
  try {
    const created = (await client.call(createOrganizationCall, { body: { data } })).data;
    organization.isOrgRegistered = true;
    return created;
  } catch (thrown) {
    organization.isOrgRegistered = false;
    console.error(toRequestError(thrown).message);
    throw thrown;
  }
}

/** Goes into an organisation by loading the page anew; what belonged to the one before is gone with the page. */
export function openOrganization(chosen: Organization, path = paths.dashboard(chosen.org_id)): void {
  clearPollState();
  rememberAccount(chosen);
  browser.go(path);
}

/** "Switching account": fetch a token, store the chosen account per organisation, then reload (specification 4). */
export async function switchAccount(account: Pick<OrgAccount, "_id" | "org_id">): Promise<void> {
  await fetchToken(account.org_id);
  keptForBrowser.write(accountName(account.org_id), account._id);
  browser.reload();
}

/** Gives the organisation that was used last in this browser. */
export function readLastUsed(): string | null {
  return keptForBrowser.read(lastUsedName);
}

/** Whether the member may do this here; the server decides, the console shows by it. */
export function mayDo(action: Action): boolean {
  return organization.member?.meta.isSuperAdmin === true || may(organization.roles, action);
}

/** Forgets the organisation and all that belongs to it. */
export function clearOrganization(): void {
  credentials.bearer = null;
  clearPollState();
  closeLive();
  Object.assign(organization, emptyOrganization());
  reset(organizations);
  reset(subscription);
  emptyAgents();
  endUndo();
}

/** The account that was chosen in this browser, else the organisation's default one. */
export function findAccount({ org_id, orgAccounts }: Pick<Organization, "org_id" | "orgAccounts">) {
  const chosenId = keptForBrowser.read(accountName(org_id));
  return (
    orgAccounts.find(({ _id }) => _id === chosenId) ??
    orgAccounts.find(({ type }) => type === "default") ??
    orgAccounts[0]
  );
}

function rememberAccount(entered: Organization): void {
  const account = findAccount(entered);
  if (account) keptForBrowser.write(accountName(entered.org_id), account._id);
  keptForBrowser.write(lastUsedName, entered.org_id);
}

function accountName(orgId: string): string {
  return `account:${orgId}`;
}

function emptyOrganization(): OrganizationState {
  const nothing = { roles: [], member: null, account: null, orgAccounts: [], isOrgRegistered: null };
  return { _id: null, name: "", ...nothing };
}
