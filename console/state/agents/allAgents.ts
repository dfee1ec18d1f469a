import { proxy, ref } from "valtio";
import type { Organization } from "../../../shared/contract/accounts/accounts.ts";
import { getOrganizationToken } from "../../../shared/contract/accounts/accounts.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { listAgents } from "../../../shared/contract/agents/agents.ts";
import type { Role } from "../../../shared/domain/access.ts";
import { entryListLimit } from "../../../shared/domain/limits.ts";
import type { RequestError } from "../../../shared/client/requestError.ts";
import { toRequestError } from "../../../shared/client/requestError.ts";
import { clientOf } from "../platform/client.ts";
import { loadOrganizations, organizations } from "../accounts/organization.ts";

/** The agents of one organization among several. */
export interface AgentsOf {
  orgId: string;
  name: string;
  roles: Role[];
  status: "loading" | "ready" | "failed";
  items: Agent[];
  /** How many there are; the first hundred are listed. */
  total: number;
  error: RequestError | null;
}

/** The agents of all organizations of the user, by organization. */
export const allAgents = proxy<{ groups: AgentsOf[] }>({ groups: [] });

/**
 * How many organizations are asked at once: a long list must not take the connection from what is clicked meanwhile.
 */
const atOnce = 4;

/** Reads the organizations and the agents of each; one that fails leaves the others alone. */
export async function loadAllAgents(): Promise<void> {
  await loadOrganizations();
  allAgents.groups = (organizations.data ?? []).map(beginGroup);
  const waiting = allAgents.groups.map(({ orgId }) => orgId);
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let orgId = waiting.shift(); orgId; orgId = waiting.shift()) await loadAgentsOf(orgId);
    }),
  );
}

/** Reads the agents of one organization, with a token of its own. */
export async function loadAgentsOf(orgId: string): Promise<void> {
  const group = allAgents.groups.find((one) => one.orgId === orgId);
  if (!group) return;
  Object.assign(group, { status: "loading", error: null });
  try {
    let bearer: string | null = null;
    const client = clientOf(() => bearer);
    const { data } = await client.call(getOrganizationToken, { params: { orgId } });
    bearer = data.token;
    const query = { page: 1, limit: entryListLimit };
    const { items, page } = await client.call(listAgents, { params: { orgId }, query });
    Object.assign(group, { status: "ready", roles: data.roles, items, total: page.total });
  } catch (thrown) {
    const error = toRequestError(thrown);
    console.error(error.message);
    Object.assign(group, { status: "failed", error: ref(error) });
  }
}

function beginGroup({ org_id: orgId, name, roles }: Organization): AgentsOf {
  return { orgId, name, roles: [...roles], status: "loading", items: [], total: 0, error: null };
}
