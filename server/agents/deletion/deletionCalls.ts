import { removeAgent } from "../../../shared/contract/agents/agents.ts";
import {
  listDeletedAgents,
  removeDeletedAgent,
  restoreAgent,
} from "../../../shared/contract/agents/deletedAgents.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { Store, Tx } from "../../database/store.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { NamedJobKind } from "../../jobs/kinds.ts";
import { checkAgentLimit } from "../limit.ts";
import type { AgentKey, AgentPart } from "../parts.ts";
import { presentAgent } from "../present.ts";
import { hideAgent, removalKind, removeForGood, unhideAgent } from "./deletedAgents.ts";

export interface DeletionDeps {
  store: Store;
  jobs: Jobs;
  now: () => number;
  parts: readonly AgentPart[];
  findAgentLimit: (organizationId: string) => Promise<number>;
  announce: (tx: Tx, agent: AgentKey) => Promise<void>;
}

type RemoveDeps = Pick<DeletionDeps, "store" | "parts">;

async function remove({ store, parts }: RemoveDeps, key: AgentKey): Promise<boolean> {
  const isRemoved = await store.transaction((tx) => removeForGood(tx, key, parts));
  if (isRemoved) for (const part of parts) part.removed?.(key);
  return isRemoved;
}

/** Removes an agent for good, once the time is over in which it can come back. */
export function removalJob(deps: RemoveDeps): NamedJobKind {
  return {
    kind: removalKind,
    handler: async ({ organizationId, key: agentId }) => {
      await remove(deps, { organizationId, agentId });
    },
  };
}

/** The calls by which an agent is deleted and comes back. */
export function deletionRoutes(deps: DeletionDeps): Route[] {
  const { store, jobs, now, parts, findAgentLimit, announce } = deps;

  return [
    handle(removeAgent, async ({ caller, params }) => {
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      await store.transaction(async (tx) => {
        await hideAgent(tx, jobs, { key, deletedBy: caller.userId, now: now() });
        for (const part of parts) await part.hide?.(tx, key);
        // Open screens of colleagues ask for it again, and learn that it is gone.
        await announce(tx, key);
      });
      for (const part of parts) await part.hidden?.(key);
      return undefined;
    }),

    handle(listDeletedAgents, async ({ caller, query }) => {
      const found = store.db
        .selectFrom("deletedAgents")
        .where("deletedAgents.organizationId", "=", caller.organizationId);
      const rows = await found
        .leftJoin("users", "users.id", "deletedAgents.deletedBy")
        .select(["deletedAgents.id", "name", "icon", "deletedAt", "removeAt", "firstName", "lastName"])
        .orderBy("deletedAt", "desc")
        .orderBy("deletedAgents.id", "desc")
        .limit(query.limit)
        .offset((query.page - 1) * query.limit)
        .execute();
      const { total } = await found
        .select((row) => row.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      const items = rows.map(({ firstName, lastName, ...row }) => ({
        ...row,
        deletedBy: firstName === null ? null : `${firstName} ${lastName ?? ""}`.trim(),
      }));
      return { items, page: { ...query, total: Number(total) } };
    }),

    handle(restoreAgent, async ({ caller, params }) => {
      const { organizationId } = caller;
      const key = { organizationId, agentId: params.deletedId };
      const limit = await findAgentLimit(organizationId);
      const row = await store.transaction(async (tx) => {
        const restored = await unhideAgent(tx, jobs, key);
        await checkAgentLimit(tx, { organizationId, limit });
        await announce(tx, key);
        return restored;
      });
      return { data: presentAgent(row) };
    }),

    handle(removeDeletedAgent, async ({ caller, params }) => {
      const { organizationId } = caller;
      const key = { organizationId, agentId: params.deletedId };
      if (!(await remove(deps, key))) throw new AppError("not_found");
      return undefined;
    }),
  ];
}
