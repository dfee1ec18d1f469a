import type { AnyCall } from "../call.ts";

const ofAgent = "/v1/org/{orgId}/copilotapps/{productId}/datasources";
const ofAll = "/v1/org/{orgId}/datasources";
/** Where an agent chooses among the organization's own. */
export const sharedOfAgent = `${ofAgent}/shared` as const;

/** What contradicts itself or grows old is told of all that one agent answers from. */
const hygieneOfAgent = `${ofAgent}/hygiene`;
/** An agent has one, and the organization itself is found by its id. */
const zoneOfAgent = `${ofAgent}/zone`;

/** Whether a call on an agent's data sources is there for the organization's, too. */
export function hasOrganizationCall({ path }: AnyCall): boolean {
  return (
    path.startsWith(ofAgent) &&
    ![sharedOfAgent, hygieneOfAgent, zoneOfAgent].some((own) => path.startsWith(own))
  );
}

/**
 * The same call on the data sources of the organization itself, which its agents share: it names no agent, and all else
 * that goes in and comes out is the same.
 */
export function ofOrganization<C extends AnyCall>(call: C): C {
  return { ...call, family: "account", path: call.path.replace(ofAgent, ofAll) };
}
