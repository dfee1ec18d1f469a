import {
  createWorkflow,
  enableWorkflow,
  getWorkflow,
  getWorkflowVersion,
  listWorkflowVersions,
  listWorkflows,
  publishWorkflow,
  removeWorkflow,
  renewWorkflowHook,
  restoreWorkflowVersion,
  updateWorkflow,
} from "../../shared/contract/workflows/workflows.ts";
import { randomBytes } from "node:crypto";
import { AppError } from "../../shared/errors/errors.ts";
import type { Db } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import type { MemberCaller, Route } from "../requests/handle.ts";
import { checkFiles } from "./checkFiles.ts";
import type { WorkflowDeps } from "./deps.ts";
import { findWorkflow, lockWorkflow, readGraph, readTrigger, refuseForeignAgent } from "./find.ts";
import { hookUrl, presentDetail, presentVersion, presentWorkflows } from "./present.ts";
import { listProblems } from "./problems.ts";
import {
  addWorkflow,
  change,
  deleteWorkflows,
  newWorkflow,
  publish,
  refuseOther,
  saveDraft,
  turn,
} from "./save.ts";
import { followNow } from "./triggers/follower.ts";
import type { WorkflowRow, WorkflowVersionRow } from "./tables.ts";

/** The purpose under which secrets of webhooks are sealed. */
export const hookPurpose = "workflow-hook";

/** The calls on workflows, their drafts and versions. */
export function workflowRoutes(deps: WorkflowDeps): Route[] {
  const { store, now, seal, storage } = deps;

  return [
    handle(listWorkflows, async ({ caller, query }) => {
      const { rows, total } = await list(store.db, caller, query);
      const { page, limit } = query;
      return { items: await presentWorkflows(store.db, rows, now()), page: { page, limit, total } };
    }),

    handle(createWorkflow, async ({ caller, body }) => {
      const { agentId, ...draft } = body.data;
      await refuseForeignAgent(store.db, caller, agentId);
      const { organizationId } = caller;
      const graph = await checkFiles(store.db, storage, { organizationId, graph: draft.graph });
      const row = newWorkflow({ organizationId, agentId }, { ...draft, graph }, { by: caller, now: now() });
      await store.transaction((tx) => addWorkflow(tx, row));
      return { data: await detail(row) };
    }),

    handle(getWorkflow, async ({ caller, params }) => ({
      data: await detail(await findWorkflow(store.db, caller, params.workflowId)),
    })),

    handle(updateWorkflow, async ({ caller, params, body }) => {
      const before = await findWorkflow(store.db, caller, params.workflowId);
      const { organizationId } = caller;
      const draft = { organizationId, graph: body.data.graph, known: readGraph(before) };
      const graph = await checkFiles(store.db, storage, draft);
      const row = await store.transaction(async (tx) => {
        const held = await lockWorkflow(tx, caller, params.workflowId);
        return saveDraft(tx, held, { ...body.data, graph, by: caller, now: now() });
      });
      return { data: await detail(row) };
    }),

    handle(removeWorkflow, async ({ caller, params }) => {
      await store.transaction(async (tx) => {
        const { organizationId, id } = await lockWorkflow(tx, caller, params.workflowId);
        await deleteWorkflows(deps, tx, { organizationId, ids: [id] });
      });
      return undefined;
    }),

    handle(publishWorkflow, async ({ caller, params, body }) => {
      const { revision, note } = body.data;
      const draft = await findWorkflow(store.db, caller, params.workflowId);
      const problems = await findDraftProblems(deps, draft);
      const row = await store.transaction(async (tx) => {
        const held = await lockWorkflow(tx, caller, params.workflowId);
        refuseOther(held, revision);
        // What was shown is what is published.
        if (held.revision !== draft.revision) throw new AppError("conflict");
        await followNow(tx, held.organizationId);
        return publish(tx, held, { note, problems, by: caller, now: now() });
      });
      return { data: await detail(row) };
    }),

    handle(enableWorkflow, async ({ caller, params, body }) => {
      const row = await store.transaction(async (tx) => {
        const held = await lockWorkflow(tx, caller, params.workflowId);
        return turn(tx, held, { isOn: body.data.enabled, now: now() });
      });
      return { data: await detail(row) };
    }),

    handle(listWorkflowVersions, async ({ caller, params, query }) => {
      const row = await findWorkflow(store.db, caller, params.workflowId);
      const { rows, total } = await listVersions(store.db, row, query);
      return {
        items: rows.map((one) => presentVersion(one, row.version)),
        page: { ...query, total },
      };
    }),

    handle(getWorkflowVersion, async ({ caller, params }) => {
      const row = await findWorkflow(store.db, caller, params.workflowId);
      const version = await findVersion(store.db, row, params.version);
      return {
        data: {
          ...presentVersion(version, row.version),
          trigger: readTrigger(version),
          graph: readGraph(version),
        },
      };
    }),

    handle(restoreWorkflowVersion, async ({ caller, params, body }) => {
      const row = await store.transaction(async (tx) => {
        const held = await lockWorkflow(tx, caller, params.workflowId);
        const version = await findVersion(tx, held, params.version);
        const { name, description } = held;
        const draft = { name, description, trigger: readTrigger(version), graph: readGraph(version) };
        return saveDraft(tx, held, { ...draft, revision: body.data.revision, by: caller, now: now() });
      });
      return { data: await detail(row) };
    }),

    handle(renewWorkflowHook, async ({ caller, params }) => {
      const secret = `whk_${randomBytes(24).toString("base64url")}`;
      const row = await store.transaction(async (tx) => {
        const held = await lockWorkflow(tx, caller, params.workflowId);
        const sealedSecret = seal.seal(secret, hookPurpose);
        return change(tx, held, { sealedSecret, secretEnding: secret.slice(-4), updatedAt: now() });
      });
      return { data: { url: hookUrl(row, await deps.lookOrigin()), secret } };
    }),
  ];

  async function detail(row: WorkflowRow) {
    const problems = await findDraftProblems(deps, row);
    return presentDetail(store.db, row, { problems, origin: await deps.lookOrigin(), now: now() });
  }
}

/** All that is wrong with a workflow's draft. */
export function findDraftProblems({ store, skills }: WorkflowDeps, row: WorkflowRow) {
  const { organizationId, agentId } = row;
  const draft = { organizationId, agentId, graph: readGraph(row), trigger: readTrigger(row) };
  return listProblems(store.db, draft, async (agent) => {
    const list = await skills.list({ ...agent, parts: {} });
    return list.map(({ name }) => name);
  });
}

type Wanted = { page: number; limit: number; agentId?: string | undefined; search?: string | undefined };

async function list(
  db: Db,
  { organizationId, agentIds }: Pick<MemberCaller, "organizationId" | "agentIds">,
  { page, limit, agentId, search }: Wanted,
): Promise<{ rows: WorkflowRow[]; total: number }> {
  const wanted = search?.trim().toLowerCase();
  const all = db
    .selectFrom("workflows")
    .where("organizationId", "=", organizationId)
    .$if(agentIds !== null, (query) => query.where("agentId", "in", [...(agentIds ?? []), ""]))
    .$if(agentId === "organization", (query) => query.where("agentId", "is", null))
    .$if(agentId !== undefined && agentId !== "organization", (query) =>
      query.where("agentId", "=", agentId ?? ""),
    );
  // There are few enough to be searched here, alike on both stores.
  const rows = await all.selectAll().orderBy("name").orderBy("id").execute();
  const found = wanted ? rows.filter(({ name }) => name.toLowerCase().includes(wanted)) : rows;
  return { rows: found.slice((page - 1) * limit, page * limit), total: found.length };
}

async function listVersions(
  db: Db,
  { organizationId, id }: WorkflowRow,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: WorkflowVersionRow[]; total: number }> {
  const all = db
    .selectFrom("workflowVersions")
    .where("organizationId", "=", organizationId)
    .where("workflowId", "=", id);
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const rows = await all
    .selectAll()
    .orderBy("version", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { rows, total: Number(total) };
}

async function findVersion(
  db: Db,
  { organizationId, id }: WorkflowRow,
  text: string,
): Promise<WorkflowVersionRow> {
  const version = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  const row = await db
    .selectFrom("workflowVersions")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("workflowId", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return row;
}
