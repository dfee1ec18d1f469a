import { diffVersions, summarizeChanges } from "../../shared/domain/versions/diffVersions.ts";
import type { VersionReason } from "../../shared/domain/versions/reasons.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { Tx } from "../database/store.ts";
import { findVersion } from "./findVersion.ts";
import type { AgentKey, AgentPart } from "./parts.ts";
import { pruneVersions } from "./pruneVersions.ts";
import type { AgentRow } from "./tables.ts";
import { freezeParts, readParts, toContent } from "./versionContent.ts";

export interface VersionToKeep extends AgentKey {
  reason: VersionReason;
  note?: string | undefined;
  /** The revision of the draft that was shown; `conflict` if it has changed. */
  revision?: number | undefined;
  createdBy: string;
  parts: AgentPart[];
  now: number;
}

/**
 * Freezes the draft with its parts as the agent's next version and gives its number. What is live stays as it is: a
 * version is public when `publish` says so. `not_found` where there is no such agent.
 */
export async function keepVersion(tx: Tx, version: VersionToKeep): Promise<number> {
  const { organizationId, agentId, reason, note = "", revision, createdBy, parts, now } = version;
  // The agent's row is held from here on, so that no two versions get the same number.
  const agent = await tx
    .updateTable("agents")
    .set((eb) => ({ lastVersion: eb("lastVersion", "+", 1) }))
    .where("organizationId", "=", organizationId)
    .where("id", "=", agentId)
    .returningAll()
    .executeTakeFirst();
  if (!agent) throw new AppError("not_found");
  if (revision !== undefined && revision !== agent.revision) throw new AppError("conflict");
  const frozen = await freezeParts(tx, { organizationId, agentId }, parts);
  const summary = await summarize(tx, agent, frozen);
  await tx
    .insertInto("agentVersions")
    .values({
      ...{ organizationId, agentId, version: agent.lastVersion, configuration: agent.configuration },
      ...{
        parts: JSON.stringify(frozen),
        reason,
        note: note.trim(),
        keepsKnowledge: parts.some(({ kept }) => kept) ? 1 : 0,
      },
      summary: summary && JSON.stringify(summary),
      ...{ createdBy, createdAt: now },
    })
    .execute();
  // What is about to be restored may be the oldest one, and is needed for as long as its pages are read back.
  if (reason !== "restore") await pruneVersions(tx, agent);
  for (const part of parts) await part.kept?.(tx, { organizationId, agentId, version: agent.lastVersion });
  return agent.lastVersion;
}

/** The fields in which the draft differs from what is public; null before anything was. */
async function summarize(
  tx: Tx,
  agent: AgentRow,
  frozen: Readonly<Record<string, unknown>>,
): Promise<string[] | null> {
  const { organizationId, id: agentId, publishedVersion } = agent;
  if (publishedVersion === 0) return null;
  const before = await findVersion(tx, { organizationId, agentId, version: publishedVersion });
  const was = toContent(before.configuration, readParts(before.parts));
  return summarizeChanges(diffVersions(was, toContent(agent.configuration, frozen)));
}
