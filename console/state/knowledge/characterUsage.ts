import { getCharacterUsage } from "../../../shared/contract/knowledge/characterUsage.ts";
import type { CharacterUsage } from "../../../shared/contract/knowledge/characterUsage.ts";
import { callSources } from "./callSources.ts";
import type { AgentPlace } from "../shell/paths.ts";
import { createResource, load, reset } from "../platform/resource.ts";

/** What the agent's sources hold, and what the plan allows (the specification's character usage). */
export const characterUsage = createResource<CharacterUsage & { agentId: string }>();

export async function loadCharacterUsage({ orgId, agentId }: AgentPlace): Promise<void> {
  if (characterUsage.data && characterUsage.data.agentId !== agentId) reset(characterUsage);
  await load(characterUsage, async () => {
    const { data } = await callSources(getCharacterUsage, { params: { orgId, productId: agentId } });
    return { ...data, agentId };
  });
}
