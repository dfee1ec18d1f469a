import { AppError } from "../../shared/errors/errors.ts";
import type { Tx } from "../database/store.ts";
import { findVersion } from "./findVersion.ts";
import { keepVersion } from "./keepVersion.ts";
import type { AgentKey, AgentPart } from "./parts.ts";
import { writeSavedBy, type SavedBy } from "./savedBy.ts";
import type { AgentRow } from "./tables.ts";
import { readParts } from "./versionContent.ts";

export interface Restoration extends AgentKey {
  version: number;
  /** The revision of the draft that the restorer saw. */
  revision: number;
  withKnowledge: boolean;
  by: Omit<SavedBy, "at">;
  parts: AgentPart[];
  now: number;
}

/**
 * Makes a version the draft again, after the draft of before was kept as a version of its own. It goes live when it is
 * published; pages, which have no draft, are found as they were then as soon as they are read back.
 */
export async function restore(tx: Tx, restoration: Restoration): Promise<AgentRow> {
  const { organizationId, agentId, version, withKnowledge, by, parts, now } = restoration;
  const note = `Before version ${version} was restored`;
  await keepVersion(tx, { ...restoration, createdBy: by.userId, reason: "restore", note });
  const row = await findVersion(tx, { organizationId, agentId, version });
  if (withKnowledge && row.keepsKnowledge === 0) {
    throw new AppError("invalid_input", {
      fields: [{ path: "body.data.withKnowledge", message: forgotten }],
    });
  }
  const frozen = readParts(row.parts);
  for (const part of parts) {
    const from = { organizationId, agentId, version, withKnowledge, now };
    await part.restore?.(tx, { ...from, frozen: frozen[part.name] });
  }
  return tx
    .updateTable("agents")
    .set((eb) => ({
      configuration: row.configuration,
      revision: eb("revision", "+", 1),
      hasUnpublishedChanges: 1,
      savedBy: writeSavedBy(by, now),
      updatedAt: now,
    }))
    .where("organizationId", "=", organizationId)
    .where("id", "=", agentId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const forgotten = "This version no longer keeps its pages. Restore it without knowledge.";
