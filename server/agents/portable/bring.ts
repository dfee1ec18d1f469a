import type { AgentConfiguration } from "../../../shared/contract/agents/agents.ts";
import type { Pieces } from "../../../shared/contract/agents/portable.ts";
import type { Tx } from "../../database/store.ts";
import { checkAgentLimit } from "../limit.ts";
import type { AgentKey, ExportChoice, Taking } from "../parts.ts";
import type { AgentRow } from "../tables.ts";
import { checkConfiguration, insertAgent } from "../work.ts";
import type { Asking, PortableDeps } from "./deps.ts";

export interface Newcomer {
  asking: Asking;
  configuration: AgentConfiguration;
  /** Of the agent that it is a copy of. */
  kept?: AgentConfiguration;
  pieces: Pieces;
  readsTexts: boolean;
  /** It answers nobody before a member says so. */
  isPaused?: boolean;
  /** The agent that it is a copy of, with what else of it is chosen. */
  sharesWith?: { agentId: string; choice: ExportChoice };
  /** What else belongs to the same moment, such as counting a template's use. */
  alongside?: (tx: Tx, agent: AgentKey) => Promise<void>;
}

/** Makes a new agent of what an import or a copy brings: all of it, or nothing where anything is refused. */
export async function bringAgent(deps: PortableDeps, newcomer: Newcomer): Promise<AgentRow> {
  const { store, parts, now, findAgentLimit, findModelProblem } = deps;
  const { asking, configuration, kept, pieces, readsTexts, isPaused, sharesWith, alongside } = newcomer;
  const { organizationId, userId } = asking;
  await checkConfiguration({ organizationId, configuration, kept, at: "body.data", findModelProblem });
  const limit = await findAgentLimit(organizationId);
  return store.transaction(async (tx) => {
    const taking: Taking = { now: now(), readsTexts };
    const row = await insertAgent(tx, {
      ...{ organizationId, configuration, createdBy: userId, parts, now: taking.now },
      status: isPaused ? "paused" : "live",
      async fill(agent) {
        for (const part of parts) await part.take?.(tx, { ...agent, ...taking }, pieces);
        if (sharesWith !== undefined) {
          const { agentId: from, choice } = sharesWith;
          const agents = { organizationId, from, to: agent.agentId, choice };
          for (const part of parts) await part.share?.(tx, agents, taking);
        }
        await alongside?.(tx, agent);
      },
    });
    await checkAgentLimit(tx, { organizationId, limit });
    return row;
  });
}
