import { findAnsweringAgent } from "../../../agents/find.ts";
import type { AgentKey } from "../../../agents/parts.ts";
import type { Store } from "../../../database/store.ts";
import type { Models } from "../../../models/models.ts";

interface ProviderDeps {
  store: Store;
  models: Pick<Models, "openSearcher">;
}

/** Makes what opens the web search of the provider of an agent's model: the live one's, or the draft's. */
export function openProviderOf(
  { store, models }: ProviderDeps,
  { organizationId, agentId }: AgentKey,
  { preview }: { preview: boolean },
): () => ReturnType<Models["openSearcher"]> {
  return async () => {
    const agent = await findAnsweringAgent(store.reader, { organizationId, agentId }, { preview });
    return models.openSearcher(organizationId, agent?.configuration.model ?? "");
  };
}
