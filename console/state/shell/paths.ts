import { readLocationPath } from "../../../shared/client/basePath.ts";
export { isAuthPath } from "../../../shared/domain/safePath.ts";

/** Stands in the place of an agent's id where all agents are meant. */
export const allAgents = "all";

/** Where the screens live; a link is made here and nowhere else, so that the routes can be read beside it. */
export const paths = {
  login: "/auth/login",
  register: "/auth/register",
  registerComplete: "/auth/register/complete",
  forgotPassword: "/auth/forgot-password",
  setPassword: "/auth/set-password",
  acceptInvite: "/accept-invite",
  chooseCompany: "/choose-company",
  /** Where a member sets up the second factor that an organization requires. */
  requiredFactor: (orgId: string) => `/choose-company?requiredBy=${encodeURIComponent(orgId)}`,
  setupCompany: "/setup-company",
  chooseApp: "/choose-app",
  dashboard: (orgId: string) => `/accounts/${part(orgId)}/dashboard`,
  insights: (orgId: string) => `/accounts/${part(orgId)}/insights`,
  team: (orgId: string) => `/accounts/${part(orgId)}/account/teams`,
  pricing: (orgId: string) => `/accounts/${part(orgId)}/account/pricing`,
  sharedSources: (orgId: string) => `/accounts/${part(orgId)}/account/datasources`,
  modelKeys: (orgId: string) => `/accounts/${part(orgId)}/account/models`,
  webhooks: (orgId: string) => `/accounts/${part(orgId)}/account/webhooks`,
  organization: (orgId: string) => `/accounts/${part(orgId)}/account/organization`,
  installation: (orgId: string) => `/accounts/${part(orgId)}/account/installation`,
  profile: (orgId: string) => `/accounts/${part(orgId)}/account/profile`,
  inbox: (orgId: string) => `/accounts/${part(orgId)}/cp/${allAgents}/inbox/conversations`,
  createAgent: (orgId: string) => `/accounts/${part(orgId)}/create-ai-agent`,
  agent: (orgId: string, agentId: string) => `/accounts/${part(orgId)}/cp/${part(agentId)}`,
} as const;

/** An agent, by where it lives. */
export interface AgentPlace {
  orgId: string;
  agentId: string;
}

/** Gives the path of an agent's tab (`overview`, `settings`, `inbox/conversations` ...). */
export function agentTabPath({ orgId, agentId, tab }: AgentPlace & { tab: string }): string {
  return `${paths.agent(orgId, agentId)}/${tab}`;
}

/**
 * Gives the path of an agent's conversations: without the console bar, or among those of all agents, for users who came
 * from there.
 */
export function inboxPath({ orgId, agentId }: AgentPlace): string {
  const all = paths.inbox(orgId);
  const shown = readLocationPath();
  if (shown.startsWith(all)) return all;
  const start = /^\/(inbox|conversations)\//.exec(shown)?.[0];
  return start
    ? start + part(orgId) + "/" + part(agentId)
    : agentTabPath({ orgId, agentId, tab: "inbox/conversations" });
}

/** Gives the accounts id that a path names, or null outside an organization's area. */
export function readAccountId(path: string): string | null {
  return readPart(/^\/(?:accounts|inbox|conversations)\/([^/?#]+)/, path);
}

/** Gives the agent that a path names, if any. */
export function readAgentId(path: string): string | null {
  const id = readPart(/^\/(?:accounts\/[^/]+\/cp|(?:inbox|conversations)\/[^/]+)\/([^/?#]+)/, path);
  return id === allAgents ? null : id;
}

function part(id: string): string {
  return encodeURIComponent(id);
}

function readPart(pattern: RegExp, path: string): string | null {
  const found = pattern.exec(path)?.[1];
  if (!found) return null;
  try {
    return decodeURIComponent(found);
  } catch {
    return found;
  }
}
