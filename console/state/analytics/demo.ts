import { makeDemo } from "../../../shared/contract/analytics/demo.ts";
import { loadAgents } from "../agents/agents.ts";
import { client } from "../platform/client.ts";

/** Makes an agent with made-up conversations, and gives its id. */
export async function addDemo(orgId: string): Promise<string> {
  const { data } = await client.call(makeDemo, { params: { orgId } });
  await loadAgents(orgId);
  return data.id;
}

/** Gives the demo's agent, where there is one. */
export function findDemo<Item extends { isDemo: boolean }>(items: readonly Item[]): Item | undefined {
  return items.find(({ isDemo }) => isDemo);
}
