import type { ApiKey } from "../../../shared/contract/accounts/apiKeys.ts";
import type { KeyScope } from "../../../shared/domain/keyScopes.ts";
import { readServerAddress } from "../../../shared/client/basePath.ts";

type Place = { orgId: string; agentId: string };

interface Read {
  needs: KeyScope;
  write: (place: Place) => string;
  /** About the whole organization, so refused to keys for certain agents. */
  isWide?: boolean;
}

/** What a key can read at once, the plainest first. */
const reads: Read[] = [
  { needs: "agents.read", write: ({ orgId }) => `/api/organisation/v1.0/org/${orgId}/apps` },
  { needs: "conversations.read", write: (place) => `${pathOfAgent(place)}/threads` },
  { needs: "knowledge.read", write: (place) => `${pathOfAgent(place)}/datasources` },
  { needs: "surfaces.read", write: (place) => `${pathOfAgent(place)}/surfaces` },
  { needs: "team.read", write: ({ orgId }) => `/api/organisation/v1.0/org/${orgId}/team`, isWide: true },
  {
    needs: "billing.read",
    write: ({ orgId }) => `/api/account/v1/org/${orgId}/subscriptions`,
    isWide: true,
  },
  { needs: "audit.read", write: ({ orgId }) => `/api/organisation/v1.0/org/${orgId}/audit`, isWide: true },
];

/** A call that a new key can make, for a command line; the reference itself where it can only write. */
export function exampleCall({ organizationId, scopes, agentIds }: ApiKey): string {
  const read = reads.find(({ needs, isWide }) => scopes.includes(needs) && !(isWide && agentIds));
  const path =
    read?.write({ orgId: organizationId, agentId: agentIds?.[0] ?? "AGENT" }) ?? "/api/openapi.json";
  return `curl -H "Authorization: Bearer $PILOTHOUSE_KEY" \\\n${readServerAddress()}${path}`;
}

function pathOfAgent({ orgId, agentId }: Place): string {
  return `/api/console/v1/org/${orgId}/copilotapps/${agentId}`;
}
