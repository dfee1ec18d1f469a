import { maxKeptCharacters } from "../../../shared/domain/limits.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Store } from "../../database/store.ts";
import type { JobTools } from "../../jobs/kinds.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { JobRow } from "../../jobs/tables.ts";
import { removeUnusedFile, type RemoveFile } from "../sync/removeUnusedFile.ts";
import { queueSweep } from "../sync/sweepSource.ts";
import { forgetRevision } from "./forget.ts";
import { countKeptCharacters } from "./keptCharacters.ts";
import { readConfig } from "../present.ts";
import { fileIdsOf } from "../kinds/kinds.ts";

export interface TidyDeps {
  store: Store;
  jobs: Jobs;
  removeFile: RemoveFile;
  /** The most that an agent keeps for its versions; smaller in tests. */
  maxKept?: number;
}

/**
 * Deletes what no version uses, in small steps. An agent that keeps more than `maxKeptCharacters` has its oldest
 * versions forget their pages, one after the other; what a version says beside them stays.
 */
export function createTidyHandler({ maxKept = maxKeptCharacters, ...deps }: TidyDeps) {
  return async ({ organizationId, payload }: JobRow, { signal }: JobTools): Promise<void> => {
    const { agentId } = JSON.parse(payload) as { agentId: string }; // written by queueTidy
    const agent = { organizationId, agentId };
    for (;;) {
      await forgetRevisions(deps, agent, signal);
      await forgetSources(deps, agent);
      if ((await countKeptCharacters(deps.store.reader, agent)) <= maxKept) return;
      if (!(await forgetOldest(deps.store, agent))) return;
    }
  };
}

const revisionsAtOnce = 50;

async function forgetRevisions(deps: TidyDeps, agent: AgentKey, signal: AbortSignal): Promise<void> {
  const { store } = deps;
  for (;;) {
    signal.throwIfAborted();
    const rows = await store.db
      .selectFrom("pageRevisions")
      .select(["organizationId", "id", "sourceId", "contentId", "fileId"])
      .where("organizationId", "=", agent.organizationId)
      .where("agentId", "=", agent.agentId)
      .where(({ not, exists, selectFrom, ref }) =>
        not(
          exists(
            selectFrom("agentVersions")
              .select("agentVersions.version")
              .where("agentVersions.organizationId", "=", agent.organizationId)
              .where("agentVersions.agentId", "=", agent.agentId)
              .where("agentVersions.keepsKnowledge", "=", 1)
              .where("agentVersions.version", ">=", ref("pageRevisions.sinceVersion"))
              .where("agentVersions.version", "<=", ref("pageRevisions.untilVersion")),
          ),
        ),
      )
      .limit(revisionsAtOnce)
      .execute();
    for (const row of rows) {
      await store.transaction((tx) => forgetRevision(tx, row));
      if (row.fileId) {
        await removeUnusedFile(deps, { organizationId: agent.organizationId, fileId: row.fileId });
      }
    }
    if (rows.length < revisionsAtOnce) return;
  }
}

async function forgetSources({ store, jobs }: TidyDeps, agent: AgentKey): Promise<void> {
  const { organizationId, agentId } = agent;
  const kept = await store.db
    .selectFrom("keptSources")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .execute();
  for (const source of kept) {
    const version = await store.db
      .selectFrom("agentVersions")
      .select("version")
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .where("keepsKnowledge", "=", 1)
      .where("version", ">=", source.sinceVersion)
      .where("version", "<=", source.untilVersion)
      .executeTakeFirst();
    if (version) continue;
    await store.transaction(async (tx) => {
      await tx
        .deleteFrom("keptSources")
        .where("organizationId", "=", organizationId)
        .where("id", "=", source.id)
        .execute();
      await queueSweep(tx, jobs, {
        organizationId,
        sourceId: source.id,
        fileIds: fileIdsOf(readConfig(source)),
        wasKept: true,
      });
    });
  }
}

/** Gives whether there was one left to forget. */
async function forgetOldest({ db }: Store, { organizationId, agentId }: AgentKey): Promise<boolean> {
  const oldest = await db
    .selectFrom("agentVersions")
    .select("version")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("keepsKnowledge", "=", 1)
    .orderBy("version")
    .executeTakeFirst();
  if (!oldest) return false;
  await db
    .updateTable("agentVersions")
    .set({ keepsKnowledge: 0 })
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("version", "=", oldest.version)
    .execute();
  return true;
}
