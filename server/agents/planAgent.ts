import type * as v from "valibot";
import type { newAgent, NewLook } from "../../shared/contract/agents/agents.ts";
import { builtinModel } from "../../shared/domain/models.ts";
import type { Tx } from "../database/store.ts";
import { checkAgentLimit } from "./limit.ts";
import type { AgentKey, AgentPart } from "./parts.ts";
import type { AgentRow } from "./tables.ts";
import { checkConfiguration, insertAgent, type FindModelProblem } from "./work.ts";

export interface PlanAgentDeps {
  now: () => number;
  /** What other capabilities add to an agent's life; main fills it before the first request. */
  parts: AgentPart[];
  /** How many agents the organization's plan allows. */
  findAgentLimit: (organizationId: string) => Promise<number>;
  /** The model of new agents where nobody chooses; null for the built-in one. */
  findDefaultModel: (organizationId: string) => Promise<string | null>;
  findModelProblem: FindModelProblem;
}

/** A new agent as the contract takes it, and for whom it is created. */
export interface PlannedAgent {
  organizationId: string;
  userId: string;
  data: v.InferOutput<typeof newAgent>;
}

/** Checks a new agent, and gives what creates it in a transaction, so that others can write with it or not at all. */
export type PlanAgent = (planned: PlannedAgent) => Promise<(tx: Tx) => Promise<AgentRow>>;

export function createPlanAgent(deps: PlanAgentDeps): PlanAgent {
  const { now, parts, findAgentLimit, findDefaultModel, findModelProblem } = deps;

  /** The look arrives the same way as with an import: each capability takes its part. */
  async function takeLook(tx: Tx, key: AgentKey, look: NewLook | undefined): Promise<void> {
    if (!look) return;
    const into = { ...key, now: now(), readsTexts: false };
    for (const part of parts) await part.take?.(tx, into, { surfaces: { widget: look } });
  }

  return async ({ organizationId, userId, data }) => {
    const model = data.model ?? (await findDefaultModel(organizationId)) ?? builtinModel;
    const { look, ...chosen } = data;
    const configuration = { ...chosen, model };
    await checkConfiguration({ organizationId, configuration, at: "body.data", findModelProblem });
    const limit = await findAgentLimit(organizationId);
    return async (tx) => {
      const agent = { organizationId, configuration, createdBy: userId, parts, now: now() };
      const inserted = await insertAgent(tx, { ...agent, fill: (key) => takeLook(tx, key, look) });
      await checkAgentLimit(tx, { organizationId, limit });
      return inserted;
    };
  };
}
