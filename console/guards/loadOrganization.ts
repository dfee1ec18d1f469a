import { fetchActivity } from "../state/accounts/activity.ts";
import { loadAgents } from "../state/agents/agents.ts";
import { loadProfile } from "../state/accounts/authentication.ts";
import {
  enterOrganization,
  fetchToken,
  loadOrganizations,
  organizations,
} from "../state/accounts/organization.ts";
import { loadSubscription } from "../state/billing/subscription.ts";
import { isSupportAgent } from "../../shared/domain/access.ts";

/** "Dashboard page": the organization's own, and what lies below it. */
const dashboardPage = /^\/accounts\/[^/]+\/dashboard(\/|$)/;

/**
 * Loads an organization as the specification says (4, Organization loading): its token; then whether a support agent is
 * online, the user's profile, the first 100 agents, the list of organizations if it is missing, and the plan unless
 * this is a dashboard page. What follows the token needs nothing of each other and is asked for immediately.
 */
export async function loadOrganization(path: string, orgId: string): Promise<void> {
  const roles = await fetchToken(orgId);
  const [agentStatus] = await Promise.all([
    isSupportAgent(roles) ? fetchActivity(orgId) : undefined,
    loadProfile(),
    loadAgents(orgId),
    organizations.status === "ready" ? undefined : loadOrganizations(),
    // The organization stays usable without its plan: the server decides what a plan allows.
    dashboardPage.test(path) ? undefined : loadSubscription(orgId).catch(() => undefined),
  ]);
  const entered = organizations.data?.find(({ org_id }) => org_id === orgId);
  if (!entered) throw new Error("The organization has a token, but is not among those of the user.");
  enterOrganization(entered, { roles, agentStatus });
}
