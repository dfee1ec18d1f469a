import { proxy, ref } from "valtio";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { getAgent, listAgents } from "../../../shared/contract/agents/agents.ts";
import { entryListLimit } from "../../../shared/domain/limits.ts";
import type { SetupGuide } from "../../../shared/domain/setupGuide.ts";
import type { RequestError } from "../../../shared/client/requestError.ts";
import { toRequestError } from "../../../shared/client/requestError.ts";
import { client } from "../platform/client.ts";
import { onOrganizationLeft } from "../platform/organizationLeft.ts";

interface AgentsState {
  status: "idle" | "loading" | "ready" | "failed";
  items: Agent[];
  page: { page: number; limit: number; total: number } | null;
  error: RequestError | null;
  hasCreateFailed: boolean;
}

/** The agents of the organization ({product} of the specification): the list that the sidebar and all tabs read. */
export const agents = proxy<AgentsState>(noAgents());

type Place = { orgId: string; agentId: string };

/** How many changes were answered so far, and for each agent which of them was its last. */
let changeCount = 0;
const lastChanges = new Map<string, number>();

/** Reads a page of the list; on entry the first, of 100 (specification 4). */
export async function loadAgents(orgId: string, page = 1): Promise<void> {
  agents.status = "loading";
  const startedAt = changeCount;
  try {
    const query = { page, limit: entryListLimit };
    const answer = await client.call(listAgents, { params: { orgId }, query });
    const items = mergeById(agents.items, answer.items.filter(isNewsSince(startedAt)));
    Object.assign(agents, { ...agents, items, page: answer.page });
    Object.assign(agents, { status: "ready", error: null });
  } catch (thrown) {
    const error = toRequestError(thrown);
    console.error(error.message);
    Object.assign(agents, { status: "failed", error: ref(error) });
    throw error;
  }
}

/** Reads one agent; it replaces what is there or is added. One that somebody deleted meanwhile leaves the list. */
export async function loadAgent({ orgId, agentId }: Place): Promise<Agent> {
  const startedAt = changeCount;
  try {
    const { data } = await client.call(getAgent, { params: { orgId, productId: agentId } });
    agents.items = mergeById(agents.items, [data].filter(isNewsSince(startedAt)));
    return data;
  } catch (thrown) {
    if (toRequestError(thrown).code === "not_found") dropAgent(agentId);
    throw thrown;
  }
}

/** Takes how far an agent's setup has come. */
export function takeSetupGuide(agentId: string, setupGuide: SetupGuide): void {
  const agent = agents.items.find(({ id }) => id === agentId);
  if (agent) agent.setupGuide = setupGuide;
}

/** Whether an agent's setup guide has nothing left to look at; so is that of an agent which is not there. */
export function isSetUp(agentId: string): boolean {
  const agent = agents.items.find(({ id }) => id === agentId);
  return agent?.setupGuide.allStepsReviewed ?? true;
}

/** Forgets the list. */
export function emptyAgents(): void {
  Object.assign(agents, noAgents());
}

onOrganizationLeft(emptyAgents);

/** "Get merges lists and removes duplicates by id": what comes in wins, the order stays (specification 4). */
export function mergeById<T extends { id: string }>(there: readonly T[], incoming: readonly T[]): T[] {
  const byId = new Map([...there, ...incoming].map((one) => [one.id, one]));
  return [...byId.values()];
}

/** Takes an agent that was just made. */
export function addAgent(agent: Agent): Agent {
  if (agents.page) agents.page.total += 1;
  return putAgent(agent);
}

/** Takes what a change was answered with; "get one replaces or appends". */
export function putAgent(agent: Agent): Agent {
  noteChange(agent.id);
  agents.items = mergeById(agents.items, [agent]);
  return agent;
}

/** Takes an agent that is gone out of the list. */
export function dropAgent(agentId: string): void {
  const left = agents.items.filter(({ id }) => id !== agentId);
  if (agents.page) agents.page.total -= agents.items.length - left.length;
  agents.items = left;
}

/** Says that an agent was changed just now: what was read before that is not taken. */
export function noteChange(agentId: string): void {
  lastChanges.set(agentId, ++changeCount);
}

/** Whether a read that began then may be taken: one that a change overtook can bring what was there before it. */
function isNewsSince(startedAt: number): (agent: Agent) => boolean {
  return ({ id }) => (lastChanges.get(id) ?? 0) <= startedAt;
}

function noAgents(): AgentsState {
  return { status: "idle", items: [], page: null, error: null, hasCreateFailed: false };
}
