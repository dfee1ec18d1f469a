import { ofOrganization } from "../../../shared/contract/knowledge/ofOrganization.ts";
import { organizationItself } from "../../../shared/domain/sharedSources.ts";
import { client } from "../platform/client.ts";

/** Makes a call on data sources: an agent's, or the organization's own where the place names the organization itself. */
export const callSources: typeof client.call = (call, ...input) => {
  const { productId } = (input[0]?.params ?? {}) as { productId?: string }; // as every call on sources has it
  return client.call(productId === organizationItself ? ofOrganization(call) : call, ...input);
};
