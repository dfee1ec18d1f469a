import {
  createAgent,
  getAgent,
  listAgents,
  listVersions,
  publishAgent,
  removeAgent as removeAgentCall,
  updateAgent,
  updateAgentStatus,
} from "../../shared/contract/agents.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { handle, type Route } from "../door/handle.ts";
import type { Db, Store, Tx } from "../database/store.ts";
import { findAgent } from "./find.ts";
import type { AgentKey, AgentPart } from "./parts.ts";
import { presentAgent } from "./present.ts";
import type { AgentRow } from "./tables.ts";
import { checkConfiguration, insertAgent, publish, removeAgent, saveDraft } from "./work.ts";

export interface AgentDeps {
  store: Store;
  now: () => number;
  /** What other capabilities add to an agent's life; main fills it before the first request. */
  parts: AgentPart[];
  /** How many agents the organisation's plan allows. */
  findAgentLimit: (organizationId: string) => Promise<number>;
  /** Tells everybody who watches the agent that it changed, once the transaction is through. */
  announce: (tx: Tx, agent: AgentKey) => Promise<void>;
}

/** The calls on agents: list, get, create, save, set live or paused, publish, delete. */
export function agentRoutes({ store, now, parts, findAgentLimit, announce }: AgentDeps): Route[] {
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
      const { organizationId } = caller;
      const agents = store.db.selectFrom("agents").where("organizationId", "=", organizationId);
      const rows = await agents
        .selectAll()
        .orderBy("createdAt", "desc")
        .orderBy("id", "desc")
        .limit(query.limit)
        .offset((query.page - 1) * query.limit)
        .execute();
      const total = await countAgents(store.db, organizationId);
      return { items: rows.map(presentAgent), page: { ...query, total } };
    }),

    handle(createAgent, async ({ caller, body }) => {
      const { organizationId, userId } = caller;
      checkConfiguration(body.data);
      const limit = await findAgentLimit(organizationId);
      const row = await store.transaction(async (tx) => {
        // One creation at a time in an organisation, so that two admins can't both take the last unit of the plan.
        await tx
          .selectFrom("organizations")
          .select("id")
          .where("id", "=", organizationId)
          .forUpdate()
          .execute();
        if ((await countAgents(tx, organizationId)) >= limit) throw new AppError("plan_limit");
        return insertAgent(tx, {
          organizationId,
          configuration: body.data,
          createdBy: userId,
          parts,
          now: now(),
        });
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
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      return change(key, (tx) => saveDraft(tx, { ...key, ...body.data, now: now() }));
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

    handle(publishAgent, async ({ caller, params }) => {
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      return change(key, (tx) => publish(tx, { ...key, createdBy: caller.userId, parts, now: now() }));
    }),

    handle(removeAgentCall, async ({ caller, params }) => {
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      await store.transaction((tx) => removeAgent(tx, key, parts));
      for (const part of parts) part.removed?.(key);
      return undefined;
    }),

    handle(listVersions, async ({ caller, params, query }) => {
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      const agent = await findAgent(store.db, key);
      const rows = await store.db
        .selectFrom("agentVersions")
        .leftJoin("users", "users.id", "agentVersions.createdBy")
        .select(["version", "agentVersions.createdAt", "firstName", "lastName"])
        .where("organizationId", "=", key.organizationId)
        .where("agentId", "=", key.agentId)
        .orderBy("version", "desc")
        .limit(query.limit)
        .offset((query.page - 1) * query.limit)
        .execute();
      const items = rows.map((row) => ({
        version: row.version,
        createdAt: row.createdAt,
        createdBy: row.firstName === null ? null : `${row.firstName} ${row.lastName ?? ""}`.trim(),
      }));
      return { items, page: { ...query, total: agent.publishedVersion } };
    }),
  ];
}

async function countAgents(db: Db, organizationId: string): Promise<number> {
  const { total } = await db
    .selectFrom("agents")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("organizationId", "=", organizationId)
    .executeTakeFirstOrThrow();
  return Number(total);
}
