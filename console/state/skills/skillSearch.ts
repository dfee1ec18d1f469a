import { listSkills, type Skill } from "../../../shared/contract/skills/skills.ts";
import { maxSkills } from "../../../shared/domain/skills.ts";
import { client } from "../platform/client.ts";
import type { AgentPlace } from "../shell/paths.ts";

/** Gives the agent's actions whose title or name has the text in it. */
export async function findSkills({ orgId, agentId }: AgentPlace, search: string): Promise<Skill[]> {
  const params = { orgId, productId: agentId };
  const { items } = await client.call(listSkills, { params, query: { limit: maxSkills } });
  const wanted = search.toLowerCase();
  return items.filter(({ title, name }) => `${title} ${name}`.toLowerCase().includes(wanted)).slice(0, 5);
}
