import type { DataSourceConfig } from "../../../shared/contract/knowledge.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Db } from "../../database/store.ts";
import type { JobTools } from "../../jobs/kinds.ts";
import type { JobRow } from "../../jobs/tables.ts";
import { crawl } from "../crawl/crawl.ts";
import { createMemoryFrontier } from "../crawl/memoryFrontier.ts";
import { completeSettings } from "../crawl/settings.ts";
import { sourceHashOf } from "../pages/edits.ts";
import { ParseError } from "../parsing/ParseError.ts";
import type { SyncDeps } from "../sync/reading.ts";
import { crawlSettingsOf, parsePage, pickLinks, toSentence } from "../sync/readWebsite.ts";
import { isConnected } from "../connected/connected.ts";
import { lookAtConnected } from "./lookAtConnected.ts";
import { lookAtFeed } from "./lookAtFeed.ts";
import { createFindings, type Findings } from "./findings.ts";

export const preprocessJob = "knowledge.preprocess";

export interface PreprocessPayload {
  agentId: string;
  userId: string;
  config: DataSourceConfig;
}

export type PreprocessDeps = Pick<
  SyncDeps,
  "store" | "egress" | "parser" | "openFile" | "publicUrl" | "crawlRate" | "crawlClock" | "connected" | "now"
>;

export interface Looking extends PreprocessDeps {
  organizationId: string;
  findings: Findings;
  signal: AbortSignal;
}

/**
 * The job that looks what a source would take: reads it as a sync does, and keeps nothing but what it tells. After a kill
 * it begins anew.
 */
export function createPreprocessHandler(deps: PreprocessDeps) {
  return async ({ organizationId, payload }: JobRow, { signal, progress }: JobTools): Promise<void> => {
    const { agentId, config } = JSON.parse(payload) as PreprocessPayload; // written by preprocessCalls
    const known = await listKnown(deps.store.reader, { organizationId, agentId });
    const findings = createFindings(known, (found) => progress({ ...found }));
    const looking = { ...deps, organizationId, findings, signal };
    if (config.kind === "website") await lookAtWebsite(looking, config);
    if (config.kind === "feed") await lookAtFeed(looking, config);
    if (config.kind === "files") await lookAtFiles(looking, config.fileIds);
    if (isConnected(config)) await lookAtConnected(looking, config);
  };
}

/** The agent's pages by the hash of what they say, with the name of their source. */
async function listKnown(reader: Db, { organizationId, agentId }: AgentKey): Promise<Map<string, string>> {
  const rows = await reader
    .selectFrom("pages")
    .innerJoin("dataSources", (join) =>
      join
        .onRef("dataSources.organizationId", "=", "pages.organizationId")
        .onRef("dataSources.id", "=", "pages.sourceId"),
    )
    .select(["pages.hash", "dataSources.name"])
    .where("pages.organizationId", "=", organizationId)
    .where("dataSources.agentId", "=", agentId)
    .where("pages.hash", "!=", "")
    .execute();
  return new Map(rows.map((row) => [sourceHashOf(row), row.name]));
}

type Website = Extract<DataSourceConfig, { kind: "website" }>;

async function lookAtWebsite(looking: Looking, config: Website): Promise<void> {
  const { findings, egress, signal, publicUrl, crawlRate, crawlClock } = looking;
  const frontier = createMemoryFrontier();
  const { notes } = await crawl({
    ...{ frontier, egress, signal },
    ...(crawlClock && { clock: crawlClock }),
    settings: completeSettings({ ...crawlSettingsOf(config), requestsPerSecond: crawlRate }, publicUrl),
    async onPage(page) {
      const document = await parsePage(looking, page);
      const { finalUrl: url } = page;
      const keep = async () => findings.take({ name: document.title || url, url }, document);
      const { queued, done, failed, skipped } = await frontier.counts();
      findings.setFound(queued + done + failed + skipped);
      return { ...pickLinks(document), keep };
    },
    onFailed: ({ url, reason }) => findings.refuse({ name: url, url }, "unreadable", toSentence(reason)),
    onSkipped: ({ url, reason }) => findings.refuse({ name: url, url }, "leftOut", toSentence(reason)),
  });
  for (const note of notes) findings.note(note);
  const { queued, done, failed, skipped } = await frontier.counts();
  findings.setFound(queued + done + failed + skipped);
}

async function lookAtFiles(looking: Looking, fileIds: readonly string[]): Promise<void> {
  const { findings, parser, openFile, organizationId, signal } = looking;
  findings.setFound(fileIds.length);
  for (const fileId of fileIds) {
    signal.throwIfAborted();
    const place = { name: "File", url: null };
    try {
      const file = await openFile(organizationId, fileId);
      place.name = file.name;
      const bytes = await file.readStart(file.sizeBytes);
      const { name, contentType } = file;
      findings.take(place, await parser.parse({ name, contentType, bytes }, signal));
    } catch (error) {
      const isMissing = error instanceof AppError && error.code === "not_found";
      if (!isMissing && !(error instanceof ParseError)) throw error;
      const reason = isMissing ? "The file is not there any more. Upload it again." : error.message;
      findings.refuse(place, "unreadable", reason);
    }
  }
}
