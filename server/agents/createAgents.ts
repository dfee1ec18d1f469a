import type { Store } from "../database/store.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Events } from "../live/events.ts";
import { announceAgent } from "./announce.ts";
import { appRoutes } from "./appCalls.ts";
import { agentRoutes } from "./calls.ts";
import type { Capability } from "./capability.ts";
import { creditRoutes } from "./creditRoutes.ts";
import { deletionRoutes, removalJob } from "./deletion/deletionCalls.ts";
import { findAnsweringAgent, hasAgent, type AnsweringAgent } from "./find.ts";
import { generateRoutes, type GenerateDeps } from "./generate/calls.ts";
import { findOwnAgents } from "./lists.ts";
import type { AgentKey, AgentPart } from "./parts.ts";
import { createPlanAgent, type PlanAgent } from "./planAgent.ts";
import { portablePart, portableRoutes } from "./portable/portable.ts";
import { setupGuideRoutes } from "./setupGuide/setupGuideCalls.ts";
import { versionRoutes } from "./versionCalls.ts";

/** Their own part in an agent's life is what is beside its row: its exports and its template. */
export interface Agents extends Capability {
  planAgent: PlanAgent;
  /** The agent that answers: published for visitors, the draft for the preview; null where there is none. */
  findAnsweringAgent(
    organizationId: string,
    agentId: string,
    options: { preview: boolean },
  ): Promise<AnsweringAgent | null>;
  /** Whether the organization has this agent, and has not deleted it. */
  hasAgent(organizationId: string, agentId: string): Promise<boolean>;
  /** Which of these are agents of the organization. */
  findOwnAgents(organizationId: string, agentIds: readonly string[]): Promise<string[]>;
}

export interface AgentsOptions extends GenerateDeps {
  store: Store;
  events: Events;
  jobs: Jobs;
  now: () => number;
  /** What other capabilities do when an agent is created, published or deleted, in the order of their doing. */
  parts: AgentPart[];
  findAgentLimit: (organizationId: string) => Promise<number>;
  /** The model of new agents where nobody chooses; null for the built-in one. */
  findDefaultModel: (organizationId: string) => Promise<string | null>;
  /** Whether somebody here has a way to a model. */
  hasWay: (organizationId: string, model: string) => Promise<boolean>;
}

/** Puts the agents together. */
export function createAgents(options: AgentsOptions): Agents {
  const { store, events, now } = options;
  const announce = (tx: Parameters<typeof announceAgent>[1], key: AgentKey) =>
    announceAgent(events, tx, { ...key, now: now() });
  const planAgent = createPlanAgent(options);
  return {
    name: "agents",
    planAgent,
    routes: [
      ...agentRoutes({ ...options, planAgent, announce }),
      ...setupGuideRoutes({ store, announce }),
      ...deletionRoutes({ ...options, announce }),
      ...versionRoutes({ ...options, announce }),
      ...appRoutes(options),
      ...creditRoutes({ db: store.db, now }),
      ...generateRoutes(options),
      ...portableRoutes({ ...options, announce }),
    ],
    part: portablePart,
    jobs: [removalJob(options)],
    findAnsweringAgent: (organizationId, agentId, options) =>
      findAnsweringAgent(store.db, { organizationId, agentId }, options),
    hasAgent: (organizationId, agentId) => hasAgent(store.db, { organizationId, agentId }),
    findOwnAgents: (organizationId, agentIds) => findOwnAgents(store.db, organizationId, agentIds),
  };
}
