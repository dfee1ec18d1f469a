import {
  createAgent,
  getAgent,
  listAgents,
  publishAgent,
  updateAgent,
  updateAgentStatus,
} from "../../shared/contract/agents/agents.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { handle, type Route } from "../requests/handle.ts";
import type { Store, Tx } from "../database/store.ts";
import { findAgent } from "./find.ts";
import { listAgentRows } from "./lists.ts";
import type { AgentKey } from "./parts.ts";
import type { PlanAgent, PlanAgentDeps } from "./planAgent.ts";
import { presentAgent } from "./present.ts";
import type { AgentRow } from "./tables.ts";
import { checkConfiguration, publish, saveDraft } from "./work.ts";

export interface AgentDeps extends PlanAgentDeps {
  store: Store;
  planAgent: PlanAgent;
  /** Tells everybody who watches the agent that it changed, once the transaction is through. */
  announce: (tx: Tx, agent: AgentKey) => Promise<void>;
}

/** The calls on agents: list, get, create, save, set live or paused, publish. */
export function agentRoutes(deps: AgentDeps): Route[] {
  const { store, now, parts, planAgent, findModelProblem, announce } = deps;

  async function change(key: AgentKey, work: (tx: Tx) => Promise<AgentRow>) {
    const row = await store.transaction(async (tx) => {
      const changed = await work(tx);
      await announce(tx, key);
      return changed;
    });
    return { data: presentAgent(row) };
  }

  return [
    handle(listAgents, async ({ caller, query }) => {
      const { organizationId, agentIds: only } = caller;
      const { rows, total } = await listAgentRows(store.db, { organizationId, only, ...query });
      return { items: rows.map(presentAgent), page: { ...query, total } };
    }),

    handle(createAgent, async ({ caller, body }) => {
      const { organizationId, userId } = caller;
      const create = await planAgent({ organizationId, userId, data: body.data });
      const row = await store.transaction(create);
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
