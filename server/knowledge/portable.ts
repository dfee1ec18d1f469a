import {
  portableKinds,
  type DataSourceConfig,
  type PortableConfig,
} from "../../shared/contract/knowledge/sourceConfigs.ts";
import type { KnowledgePiece, Pieces, PortableSource } from "../../shared/contract/agents/portable.ts";
import { maxExportedTextBytes } from "../../shared/domain/portable.ts";
import { kindHas, type SourceKind } from "../../shared/domain/sourceKinds.ts";
import type { AgentKey, Taking } from "../agents/parts.ts";
import type { Db, Tx } from "../database/store.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { isConnected } from "./connected/connected.ts";
import { checkConfig, countPlaces, fileIdsOf } from "./kinds/kinds.ts";
import { readConfig } from "./present.ts";
import { listUsed, useSources } from "./shared/sharedUse.ts";
import { insertSource } from "./sources.ts";
import { queueRun } from "./sync/runs.ts";
import type { DataSourceRow } from "./tables.ts";

/** How many sources a file can name. */
const mostSources = 200;

/**
 * An agent's sources for its file: where they read, and what was typed; files and shared sources only by their names.
 */
export async function exportSources(db: Db, key: AgentKey): Promise<Pieces> {
  const piece: KnowledgePiece = { sources: [], left: [] };
  let bytes = 0;
  for (const row of (await listSources(db, key)).slice(0, mostSources)) {
    const config = readConfig(row);
    const name = row.name.slice(0, 120);
    const weight = weigh(row, config);
    if (!isPortable(config) || bytes + weight > maxExportedTextBytes) {
      const files = await listFileNames(db, key.organizationId, fileIdsOf(config));
      piece.left.push({ name, kind: config.kind, files });
      continue;
    }
    bytes += weight;
    piece.sources.push({
      name,
      // An account is somebody's own: another installation connects one of its own.
      config: isConnected(config) ? { ...config, connectionId: null } : config,
      ...(row.audience !== "everyone" && { audience: row.audience }),
    });
  }
  for (const { name } of await listUsed(db, key)) {
    piece.left.push({ name: name.slice(0, 120), kind: "shared", files: [] });
  }
  piece.left.splice(mostSources);
  return { knowledge: piece };
}

/** What a source takes of a file's room. An address counts as a longer one, so that a file has never too many values. */
function weigh(row: DataSourceRow, config: DataSourceConfig): number {
  return Buffer.byteLength(row.config) + countPlaces(config) * 200;
}

/** Whether a source of this kind travels. */
function isPortable(
  config: DataSourceConfig,
): config is Extract<DataSourceConfig, { kind: PortableConfig["kind"] }> {
  return (portableKinds as readonly SourceKind[]).includes(config.kind);
}

/** Gives an agent the sources of a file as drafts; one that it has already is not added again. */
export async function takeSources(
  tx: Tx,
  jobs: Jobs,
  { organizationId, agentId, sources, ...taking }: AgentKey & Taking & { sources: PortableSource[] },
): Promise<void> {
  const key = { organizationId, agentId };
  const known = new Set((await listSources(tx, key)).map((row) => markOf(readConfig(row))));
  for (const { name, config, audience } of sources) {
    const right = checkConfig(config);
    if (known.has(markOf(right))) continue;
    known.add(markOf(right));
    await addDraft(tx, jobs, { row: { ...key, name, config: right, audience, now: taking.now }, taking });
  }
}

/** The same for two sources that read the same; an account that one of them is read by makes no difference. */
function markOf(config: DataSourceConfig): string {
  return JSON.stringify(isConnected(config) ? { ...config, connectionId: null } : config);
}

/**
 * Gives a copy in the same organization all sources of the first agent, as drafts that name the same files, and the use of
 * the same shared ones.
 */
export async function shareSources(
  tx: Tx,
  jobs: Jobs,
  { organizationId, from, to, taking }: { organizationId: string; from: string; to: string; taking: Taking },
): Promise<void> {
  for (const source of await listSources(tx, { organizationId, agentId: from })) {
    const row = {
      organizationId,
      agentId: to,
      name: source.name,
      audience: source.audience,
      config: readConfig(source),
      now: taking.now,
    };
    await addDraft(tx, jobs, { row, taking });
  }
  const used = await listUsed(tx, { organizationId, agentId: from });
  await useSources(
    tx,
    { organizationId, agentId: to },
    used.map(({ id }) => id),
  );
}

interface Draft {
  row: Omit<Parameters<typeof insertSource>[1], "status">;
  taking: Taking;
}

async function addDraft(tx: Tx, jobs: Jobs, { row, taking }: Draft): Promise<void> {
  const source = await insertSource(tx, { ...row, status: "draft" });
  // A text lies here already: reading it asks nobody anything.
  if (!taking.readsTexts || !kindHas(row.config.kind, "isTyped")) return;
  await queueRun(tx, jobs, { source, trigger: "create", now: taking.now });
}

/** In the order in which they were added, so that an export of the same agent is the same. */
function listSources(db: Db, { organizationId, agentId }: AgentKey): Promise<DataSourceRow[]> {
  return db
    .selectFrom("dataSources")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
}

async function listFileNames(db: Db, organizationId: string, fileIds: string[]): Promise<string[]> {
  if (fileIds.length === 0) return [];
  const rows = await db
    .selectFrom("files")
    .select("name")
    .where("organizationId", "=", organizationId)
    .where("id", "in", fileIds)
    .orderBy("id")
    .execute();
  return rows.map(({ name }) => name.slice(0, 400));
}
