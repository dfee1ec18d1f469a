import { sql } from "kysely";
import type { ExpressionBuilder } from "kysely";
import type { Graph } from "../../shared/domain/workflows/graph.ts";
import { filesOf } from "../../shared/domain/workflows/steps.ts";
import type { StepFile } from "../../shared/domain/workflows/steps.ts";
import type { ThreadActs } from "../conversations/threads/threadActs.ts";
import type { Tables, Tx } from "../database/store.ts";
import type { WorkflowDeps } from "./deps.ts";
import type { WorkflowFileRow } from "./tables.ts";

const dayMs = 24 * 60 * 60_000;
const atOnce = 200;

/** The version of a draft among those that use a file. */
export const draftVersion = 0;

/** The files that a workflow's messages send. */
export function listFiles({ steps }: Graph): StepFile[] {
  return steps.flatMap((step) => (step.kind === "say" ? filesOf(step.config) : []));
}

/** Notes which files a draft or version uses, in place of those noted before: others are deleted some time later. */
export async function noteFiles(
  tx: Tx,
  { graph, ...version }: Omit<WorkflowFileRow, "fileId"> & { graph: Graph },
): Promise<void> {
  const { organizationId } = version;
  await tx
    .deleteFrom("workflowFiles")
    .where("organizationId", "=", organizationId)
    .where("workflowId", "=", version.workflowId)
    .where("version", "=", version.version)
    .execute();
  const ids = listFiles(graph).flatMap(({ fileId }) => fileId || []);
  if (ids.length === 0) return;
  // Held: a sweep under way either sees them used, or has deleted them.
  const rows = await tx
    .selectFrom("files")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("id", "in", ids)
    // Copies share files: all hold them in one order.
    .orderBy("id")
    .forUpdate()
    .execute();
  if (rows.length === 0) return;
  await tx
    .insertInto("workflowFiles")
    .values(rows.map(({ id: fileId }) => ({ ...version, fileId })))
    .execute();
}

/** The same acts, which note what files a conversation was sent: they stay as long as it does. */
export function noteSentFiles(acts: ThreadActs): ThreadActs {
  return {
    ...acts,
    async say(tx, said) {
      const { organizationId, agentId, id: threadId } = said.thread;
      const rows = (said.files ?? []).map(({ id: fileId }) => ({
        organizationId,
        agentId,
        threadId,
        fileId,
      }));
      if (rows.length > 0)
        await tx
          .insertInto("sentFiles")
          .values(rows)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      return acts.say(tx, said);
    },
  };
}

/**
 * Deletes files that members uploaded for workflows and that no workflow uses and no conversation has. New ones have a day:
 * they belong to a draft that is not saved yet.
 */
export async function sweepFiles(deps: Pick<WorkflowDeps, "store" | "storage" | "now">): Promise<void> {
  while ((await sweepSome(deps)) === atOnce);
}

async function sweepSome({ store, storage, now }: Parameters<typeof sweepFiles>[0]): Promise<number> {
  const unused = await store.db
    .selectFrom("files")
    .select(["organizationId", "id"])
    .where("keptBy", "=", "workflows")
    .where("createdAt", "<", now() - dayMs)
    .where(isUnused)
    .limit(atOnce)
    .execute();
  for (const { organizationId, id } of unused)
    await store.transaction(async (tx) => {
      const file = tx
        .selectFrom("files")
        .select("id")
        .where("organizationId", "=", organizationId)
        .where("id", "=", id);
      // Held first: a draft may be saved with this file at the same moment.
      await file.forUpdate().execute();
      if (await file.where(isUnused).executeTakeFirst()) await storage.removeFiles(tx, organizationId, [id]);
    });
  return unused.length;
}

/** A test can be run again with its own steps, also after the draft was changed. */
function isUnused({ not, exists, selectFrom, and }: ExpressionBuilder<Tables, "files">) {
  const uses = (table: "workflowFiles" | "sentFiles") =>
    exists(
      selectFrom(table)
        .select(`${table}.fileId`)
        .whereRef(`${table}.organizationId`, "=", "files.organizationId")
        .whereRef(`${table}.fileId`, "=", "files.id"),
    );
  const isTested = exists(
    selectFrom("workflowRuns")
      .select("workflowRuns.id")
      .whereRef("workflowRuns.organizationId", "=", "files.organizationId")
      .where(sql<boolean>`"workflowRuns"."graph" like '%' || "files"."id" || '%'`),
  );
  return and([not(uses("workflowFiles")), not(uses("sentFiles")), not(isTested)]);
}
