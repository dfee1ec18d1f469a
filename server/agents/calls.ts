import {
  createAgent,
  getAgent,
  listAgents,
  publishAgent,
  updateAgent,
  updateAgentStatus,
} from "../../shared/contract/agents/agents.ts";
import type { NewLook } from "../../shared/contract/agents/agents.ts";
import { builtinModel } from "../../shared/domain/models.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { handle, type Route } from "../requests/handle.ts";
import type { Store, Tx } from "../database/store.ts";
import { findAgent } from "./find.ts";
import { checkAgentLimit } from "./limit.ts";
import { listAgentRows } from "./lists.ts";
import type { AgentKey, AgentPart } from "./parts.ts";
import { presentAgent } from "./present.ts";
import type { AgentRow } from "./tables.ts";
import { checkConfiguration, insertAgent, publish, saveDraft, type FindModelProblem } from "./work.ts";

export interface AgentDeps {
  store: Store;
  now: () => number;
  /** What other capabilities add to an agent's life; main fills it before the first request. */
  parts: AgentPart[];
  /** How many agents the organization's plan allows. */
  findAgentLimit: (organizationId: string) => Promise<number>;
  /** The model of new agents where nobody chooses; null for the built-in one. */
  findDefaultModel: (organizationId: string) => Promise<string | null>;
  findModelProblem: FindModelProblem;
  /** Tells everybody who watches the agent that it changed, once the transaction is through. */
  announce: (tx: Tx, agent: AgentKey) => Promise<void>;
}

/** The calls on agents: list, get, create, save, set live or paused, publish. */
export function agentRoutes(deps: AgentDeps): Route[] {
  const { store, now, parts, findAgentLimit, findDefaultModel, findModelProblem, announce } = deps;

  async function change(key: AgentKey, work: (tx: Tx) => Promise<AgentRow>) {
    const row = await store.transaction(async (tx) => {
      const changed = await work(tx);
      await announce(tx, key);
      return changed;
    });
    return { data: presentAgent(row) };
  }

  /** The look comes as it does with an import: whoever has a part in it takes it. */
  async function takeLook(tx: Tx, key: AgentKey, look: NewLook | undefined): Promise<void> {
    if (!look) return;
    const into = { ...key, now: now(), readsTexts: false };
    for (const part of parts) await part.take?.(tx, into, { surfaces: { widget: look } });
  }

  return [
    handle(listAgents, async ({ caller, query }) => {
      const { organizationId, agentIds: only } = caller;
      const { rows, total } = await listAgentRows(store.db, { organizationId, only, ...query });
      return { items: rows.map(presentAgent), page: { ...query, total } };
    }),

    handle(createAgent, async ({ caller, body }) => {
      const { organizationId, userId } = caller;
      const model = body.data.model ?? (await findDefaultModel(organizationId)) ?? builtinModel;
      const { look, ...chosen } = body.data;
      const configuration = { ...chosen, model };
      await checkConfiguration({ organizationId, configuration, at: "body.data", findModelProblem });
      const limit = await findAgentLimit(organizationId);
      const row = await store.transaction(async (tx) => {
        const agent = { organizationId, configuration, createdBy: userId, parts, now: now() };
        const inserted = await insertAgent(tx, { ...agent, fill: (key) => takeLook(tx, key, look) });
        await checkAgentLimit(tx, { organizationId, limit });
        return inserted;
      });
      return { data: presentAgent(row) };
    }),

    handle(getAgent, async ({ caller, params }) => {
      const row = await findAgent(store.db, {
        organizationId: caller.organizationId,
        agentId: params.productId,
      });
      return { data: presentAgent(row) };
    }),

    handle(updateAgent, async ({ caller, params, body }) => {
      const { organizationId } = caller;
      const { configuration } = body.data;
      const key = { organizationId, agentId: params.productId };
      const { configuration: kept } = presentAgent(await findAgent(store.db, key));
      const at = "body.data.configuration";
      await checkConfiguration({ organizationId, configuration, kept, at, findModelProblem });
      return change(key, async (tx) => {
        const { name: from } = presentAgent(await findAgent(tx, key));
        const row = await saveDraft(tx, { ...key, ...body.data, by: caller, now: now() });
        const { name: to } = configuration;
        if (from !== to) for (const part of parts) await part.renamed?.(tx, { ...key, from, to, now: now() });
        return row;
      });
    }),

    handle(updateAgentStatus, async ({ caller, params, body }) => {
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      return change(key, async (tx) => {
        const row = await tx
          .updateTable("agents")
          .set({ status: body.data.status, updatedAt: now() })
          .where("organizationId", "=", key.organizationId)
          .where("id", "=", key.agentId)
          .returningAll()
          .executeTakeFirst();
        if (!row) throw new AppError("not_found");
        return row;
      });
    }),

    handle(publishAgent, async ({ caller, params, body }) => {
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      const publication = { ...key, ...body?.data, createdBy: caller.userId, parts, now: now() };
      return change(key, (tx) => publish(tx, publication));
    }),
  ];
}
