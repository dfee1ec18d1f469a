import { AppError } from "../../shared/errors/errors.ts";
import type { AgentConfiguration } from "../../shared/contract/agents/agents.ts";
import { statement } from "../database/statement.ts";
import type { Db } from "../database/store.ts";
import type { AgentKey } from "./parts.ts";
import { readConfiguration } from "./present.ts";
import type { AgentRow } from "./tables.ts";

/** The agent of this organization; a foreign id and a missing one are the same `not_found`. */
export async function findAgent(db: Db, { organizationId, agentId }: AgentKey): Promise<AgentRow> {
  const row = await db
    .selectFrom("agents")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", agentId)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return row;
}

/** Whether the organization has this agent. */
export async function hasAgent(db: Db, { organizationId, agentId }: AgentKey): Promise<boolean> {
  const found = db.selectFrom("agents").select("id").where("organizationId", "=", organizationId);
  return (await found.where("id", "=", agentId).executeTakeFirst()) !== undefined;
}

/** What an answer is made with: the published version for visitors, the draft for the preview. */
export interface AnsweringAgent extends AgentKey {
  status: "live" | "paused";
  /** The published version, also for a draft: a receipt says beside which version the draft stood. */
  version: number;
  configuration: AgentConfiguration;
  /** What the capabilities froze, by their names; empty for the draft. */
  parts: Record<string, unknown>;
}

/** The agent as visitors see it, or as the preview does; null where there is none. */
export async function findAnsweringAgent(
  db: Db,
  key: AgentKey,
  { preview }: { preview: boolean },
): Promise<AnsweringAgent | null> {
  const [row] = await selectAnswering(db, { organizationId: key.organizationId, agentId: key.agentId });
  if (!row) return null;
  return {
    ...key,
    status: row.status,
    version: row.publishedVersion,
    configuration: readConfiguration(preview ? row.draft : row.published),
    parts: preview ? {} : (JSON.parse(row.parts) as Record<string, unknown>), // an object, written by publish
  };
}

const selectAnswering = statement((db, key: AgentKey) =>
  db
    .selectFrom("agents")
    .innerJoin("agentVersions", (join) =>
      join
        .onRef("agentVersions.organizationId", "=", "agents.organizationId")
        .onRef("agentVersions.agentId", "=", "agents.id")
        .onRef("agentVersions.version", "=", "agents.publishedVersion"),
    )
    .select([
      "agents.status",
      "agents.publishedVersion",
      "agents.configuration as draft",
      "agentVersions.configuration as published",
      "agentVersions.parts",
    ])
    .where("agents.organizationId", "=", key.organizationId)
    .where("agents.id", "=", key.agentId),
);
