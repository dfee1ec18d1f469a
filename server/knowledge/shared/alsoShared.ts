import type { AnyCall } from "../../../shared/contract/call.ts";
import { hasOrganizationCall, ofOrganization } from "../../../shared/contract/knowledge/ofOrganization.ts";
import { organizationItself } from "../../../shared/domain/sharedSources.ts";
import type { Route } from "../../requests/handle.ts";

/**
 * Mounts every call on an agent's data sources once more for the organization's own. Their handlers find a source
 * through its organization and agent; here the organization itself is in the agent's place, which no path can name.
 */
export function alsoShared(routes: Route[]): Route[] {
  const shared = routes
    .filter(({ call }) => hasOrganizationCall(call))
    .map(({ call, handler }): Route => ({
      call: { ...ofOrganization(call), ...describeShared(call) },
      handler: (input) =>
        handler({ ...input, params: { ...input.params, productId: organizationItself } } as typeof input), // a parameter more
    }));
  return [...routes, ...shared];
}

function describeShared({ summary, audit }: AnyCall): Pick<AnyCall, "summary" | "audit"> {
  return {
    summary: `For the organization’s own data sources: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`,
    ...(audit && { audit: audit.replace("data source", "shared data source") }),
  };
}
