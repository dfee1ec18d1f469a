import type { WidgetSettings } from "../../shared/contract/surfaces/surfaces.ts";
import type { Version, VersionDetail } from "../../shared/contract/agents/versions.ts";
import { readConfiguration } from "./present.ts";
import type { AgentRow, AgentVersionRow } from "./tables.ts";
import { readParts, toContent } from "./versionContent.ts";

interface VersionContext {
  agent: AgentRow;
  author: { firstName: string | null; lastName: string | null } | undefined;
}

type Listed = Pick<
  AgentVersionRow,
  "version" | "reason" | "note" | "summary" | "keepsKnowledge" | "createdAt"
>;

/** A version as the history lists it. */
export function presentVersion(row: Listed, { agent, author }: VersionContext): Version {
  return {
    version: row.version,
    reason: row.reason,
    note: row.note,
    isPublic: row.version === agent.publishedVersion,
    summary: row.summary === null ? null : (JSON.parse(row.summary) as string[]), // written by keepVersion
    keepsKnowledge: row.keepsKnowledge === 1,
    createdAt: row.createdAt,
    createdBy: author?.firstName ? `${author.firstName} ${author.lastName ?? ""}`.trim() : null,
  };
}

/** A version with all that it holds. */
export function presentVersionContent(row: AgentVersionRow, context: VersionContext): VersionDetail {
  const { look, sources } = toContent(row.configuration, readParts(row.parts));
  return {
    ...presentVersion(row, context),
    configuration: readConfiguration(row.configuration),
    // The surfaces complete what they froze by their defaults, so that it is whole.
    look: "title" in look ? (look as WidgetSettings) : null,
    sources: sources?.map(({ name, kind, pages, characters }) => ({ name, kind, pages, characters })) ?? null,
  };
}
