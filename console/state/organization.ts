import { proxy } from "valtio";
import type { Organization } from "../../shared/contract/accounts.ts";
import {
  createOrganization as createOrganizationCall,
  getOrganizationToken,
  listOrganizations,
  pollOrganization,
} from "../../shared/contract/accounts.ts";
import type { Subscription } from "../../shared/contract/billing.ts";
import { getSubscription } from "../../shared/contract/billing.ts";
import type { BodyOf } from "../../shared/contract/call.ts";
import type { Action, Role } from "../../shared/domain/access.ts";
import { may } from "../../shared/domain/access.ts";
import { waitByTimer } from "../../shared/client/wait.ts";
import { emptyAgents } from "./agents.ts";
import { browser } from "./browser.ts";
import { client, credentials } from "./client.ts";
import { closeLive } from "./live.ts";
import { paths } from "./paths.ts";
import { createResource, load, reset } from "./resource.ts";
import { keptForBrowser } from "./storage.ts";

type Member = Organization["member"];
type OrgAccount = Organization["orgAccounts"][number];

interface OrganizationState {
  /** The organisation that was entered; null before. */
  _id: string | null;
  name: string;
  roles: Role[];
  member: Member | null;
  orgAccounts: OrgAccount[];
}

/** The organisation somebody works in. */
export const organization = proxy<OrganizationState>(emptyOrganization());
/** All organisations of the signed-in user. */
export const organizations = createResource<Organization[]>();
/** The organisation's plan with its limits. */
export const subscription = createResource<Subscription>();

const lastUsedName = "lastOrganization";
const pollEveryMs = 1000;
const pollsAtMost = 30;

/** Reads the list of organisations. */
export function loadOrganizations(): Promise<void> {
  return load(organizations, async () => (await client.call(listOrganizations)).items);
}

/** Enters an organisation of the list: fetches its token, which every call inside it carries. */
export async function enterOrganization(entered: Organization): Promise<void> {
  const { data } = await client.call(getOrganizationToken, { params: { orgId: entered.org_id } });
  credentials.bearer = data.token;
  Object.assign(organization, {
    _id: entered.org_id,
    name: entered.name,
    roles: data.roles,
    member: entered.member,
    orgAccounts: entered.orgAccounts,
  });
  rememberAccount(entered);
}

/** Reads the plan; what needs a limit asks for it first. */
export async function loadSubscription(orgId: string): Promise<void> {
  await load(subscription, async () => (await client.call(getSubscription, { params: { orgId } })).data);
}

/** Makes an organisation, waits until it can be used, and goes into it. */
export async function createOrganization(data: BodyOf<typeof createOrganizationCall>["data"]): Promise<void> {
  const created = (await client.call(createOrganizationCall, { body: { data } })).data;
  await waitUntilReady(created);
  browser.go(paths.createAgent(created.org_id));
}

/** "Switching account": the chosen account is stored per organisation, then the page loads anew (specification 4). */
export function openOrganization(chosen: Organization, path = paths.dashboard(chosen.org_id)): void {
  rememberAccount(chosen);
  browser.go(path);
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
  closeLive();
  Object.assign(organization, emptyOrganization());
  reset(organizations);
  reset(subscription);
  emptyAgents();
}

/** A new organisation is polled with its own token: the calls inside it ask for one. */
async function waitUntilReady(created: Organization): Promise<void> {
  await enterOrganization(created);
  for (let poll = 0; poll < pollsAtMost; poll++) {
    const { data } = await client.call(pollOrganization, { params: { orgId: created.org_id } });
    if (data.ready) return;
    await waitByTimer(pollEveryMs);
  }
  throw new Error(
    "The organisation is taking longer than usual. Open it from your organisations in a minute.",
  );
}

function rememberAccount({ org_id, orgAccounts }: Organization): void {
  const account = orgAccounts.find(({ type }) => type === "default") ?? orgAccounts[0];
  if (account) keptForBrowser.write(`account:${org_id}`, account._id);
  keptForBrowser.write(lastUsedName, org_id);
}

function emptyOrganization(): OrganizationState {
  return { _id: null, name: "", roles: [], member: null, orgAccounts: [] };
}
