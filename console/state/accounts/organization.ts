import { proxy } from "valtio";
import type { Organization } from "../../../shared/contract/accounts/accounts.ts";
import {
  createOrganization as createOrganizationCall,
  getOrganizationToken,
  listOrganizations,
} from "../../../shared/contract/accounts/accounts.ts";
import type { BodyOf } from "../../../shared/contract/call.ts";
import type { Action, Role } from "../../../shared/domain/access.ts";
import { may } from "../../../shared/domain/access.ts";
import { toRequestError } from "../../../shared/client/requestError.ts";
import { browser } from "../platform/browser.ts";
import { client, credentials } from "../platform/client.ts";
import { forgetOrganization } from "../platform/organizationLeft.ts";
import { paths } from "../shell/paths.ts";
import { clearPollState } from "../platform/pollState.ts";
import { createResource, loadOrThrow, reset } from "../platform/resource.ts";
import { keptForBrowser } from "../platform/storage.ts";

type Member = Organization["member"];
type OrgAccount = Organization["orgAccounts"][number];

interface OrganizationState {
  /** The organization that was entered; null before. */
  _id: string | null;
  name: string;
  roles: Role[];
  member: Member | null;
  /** The account that is worked in: the one chosen in this browser, else the default one. */
  account: Pick<OrgAccount, "_id"> | null;
  orgAccounts: OrgAccount[];
  /** Whether the last try to make an organization worked; null before any. */
  isOrgRegistered: boolean | null;
}

/** The organization somebody works in. */
export const organization = proxy<OrganizationState>(emptyOrganization());
/** All organizations of the signed-in user. */
export const organizations = createResource<Organization[]>();
/** Whether the signed-in user may create no organization. */
export const creation = proxy({ isClosed: false });

const lastUsedName = "lastOrganization";

/** Reads the list of organizations; a list that was never read is empty where that fails. */
export async function loadOrganizations(): Promise<void> {
  try {
    await loadOrThrow(organizations, async () => {
      const { items, isCreationClosed } = await client.call(listOrganizations);
      creation.isClosed = isCreationClosed;
      return items;
    });
  } catch (error) {
    organizations.data ??= [];
    throw error;
  }
}

/** Fetches the token of an organization, which every call inside it carries; gives the roles that come with it. */
export async function fetchToken(orgId: string): Promise<Role[]> {
  const { data } = await client.call(getOrganizationToken, { params: { orgId } });
  credentials.bearer = data.token;
  return data.roles;
}

/** Takes an organization as the one that is worked in, once its token is there. */
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

/** Makes an organization; it can be used when it is ready. */
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

/** Goes into an organization by loading the page again; what belonged to the one before is gone with the page. */
export function openOrganization(chosen: Organization, path = paths.dashboard(chosen.org_id)): void {
  clearPollState();
  rememberAccount(chosen);
  browser.go(path);
}

/** "Switching account": fetch a token, store the chosen account per organization, then reload (specification 4). */
export async function switchAccount(account: Pick<OrgAccount, "_id" | "org_id">): Promise<void> {
  await fetchToken(account.org_id);
  keptForBrowser.write(accountName(account.org_id), account._id);
  browser.reload();
}

/** Gives the organization that was used last in this browser. */
export function readLastUsed(): string | null {
  return keptForBrowser.read(lastUsedName);
}

/** Whether the member may do this here; the server decides, the console shows by it. */
export function mayDo(action: Action): boolean {
  return organization.member?.meta.isSuperAdmin === true || may(organization.roles, action);
}

/** Forgets the organization and all that belongs to it; each slice registers its own part with onOrganizationLeft. */
export function clearOrganization(): void {
  credentials.bearer = null;
  clearPollState();
  Object.assign(organization, emptyOrganization());
  reset(organizations);
  forgetOrganization();
}

/** The account that was chosen in this browser, else the organization's default one. */
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
