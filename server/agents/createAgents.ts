import type { Store } from "../database/store.ts";
import type { Route } from "../door/handle.ts";
import type { Events } from "../live/events.ts";
import { announceAgent } from "./announce.ts";
import { agentRoutes } from "./calls.ts";
import { findAnsweringAgent, type AnsweringAgent } from "./find.ts";
import type { AgentKey, AgentPart } from "./parts.ts";

export interface Agents {
  routes: Route[];
  /** The agent that answers: published for visitors, the draft for the preview; null where there is none. */
  findAnsweringAgent(
    organizationId: string,
    agentId: string,
    options: { preview: boolean },
  ): Promise<AnsweringAgent | null>;
}

export interface AgentsOptions {
  store: Store;
  events: Events;
  now: () => number;
  /** What other capabilities do when an agent is created, published or deleted, in the order of their doing. */
  parts: AgentPart[];
  findAgentLimit: (organizationId: string) => Promise<number>;
}

/** Puts the agents together. */
export function createAgents({ store, events, now, parts, findAgentLimit }: AgentsOptions): Agents {
  const announce = (tx: Parameters<typeof announceAgent>[1], key: AgentKey) =>
    announceAgent(events, tx, { ...key, now: now() });
  return {
    routes: agentRoutes({ store, now, parts, findAgentLimit, announce }),
    findAnsweringAgent: (organizationId, agentId, options) =>
      findAnsweringAgent(store.db, { organizationId, agentId }, options),
  };
}
