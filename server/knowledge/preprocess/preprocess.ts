import type { DataSourceConfig } from "../../../shared/contract/knowledge/sourceConfigs.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Db } from "../../database/store.ts";
import type { JobTools } from "../../jobs/kinds.ts";
import type { JobRow } from "../../jobs/tables.ts";
import { sourceHashOf } from "../pages/edits.ts";
import { previewSource } from "../kinds/kinds.ts";
import { createFindings } from "./findings.ts";
import type { PreprocessDeps } from "./looking.ts";

export const preprocessJob = "knowledge.preprocess";

export interface PreprocessPayload {
  agentId: string;
  userId: string;
  config: DataSourceConfig;
}

/**
 * The job that looks what a source would take: reads it as a sync does, and keeps nothing but what it tells. After a
 * kill it starts over.
 */
export function createPreprocessHandler(deps: PreprocessDeps) {
  return async ({ organizationId, payload }: JobRow, { signal, progress }: JobTools): Promise<void> => {
    const { agentId, config } = JSON.parse(payload) as PreprocessPayload; // written by preprocessCalls
    const known = await listKnown(deps.store.reader, { organizationId, agentId });
    const findings = createFindings(known, (found) => progress({ ...found }));
    await previewSource({ ...deps, organizationId, findings, signal }, config);
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
