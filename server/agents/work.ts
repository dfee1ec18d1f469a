import { AppError } from "../../shared/errors/errors.ts";
import { findModel } from "../../shared/domain/models.ts";
import type { AgentConfiguration } from "../../shared/contract/agents.ts";
import type { Tx } from "../database/store.ts";
import { newId } from "../database/ids.ts";
import { findAgent } from "./find.ts";
import type { AgentKey, AgentPart } from "./parts.ts";
import type { AgentRow } from "./tables.ts";

/** Refuses what the contract alone can't see: a model that does not exist, a persona longer than its model takes. */
export function checkConfiguration(configuration: AgentConfiguration): void {
  const model = findModel(configuration.model);
  if (!model) {
    throw new AppError("invalid_input", {
      fields: [{ path: "body.data.configuration.model", message: "Choose a model of the list." }],
    });
  }
  if (configuration.personality.text.length <= model.limit) return;
  throw new AppError("invalid_input", {
    fields: [
      {
        path: "body.data.configuration.personality.text",
        message: `${model.label} takes at most ${model.limit} characters here.`,
      },
    ],
  });
}

export interface NewAgent {
  organizationId: string;
  configuration: AgentConfiguration;
  createdBy: string;
  parts: AgentPart[];
  now: number;
}

/** Writes the agent with what each part adds to it, and publishes its version 1. */
export async function insertAgent(tx: Tx, agent: NewAgent): Promise<AgentRow> {
  const { organizationId, configuration, createdBy, parts, now } = agent;
  const agentId = newId(now);
  const row: AgentRow = {
    organizationId,
    id: agentId,
    status: "live",
    configuration: JSON.stringify(configuration),
    revision: 1,
    publishedVersion: 0,
    hasUnpublishedChanges: 0,
    createdAt: now,
    updatedAt: now,
  };
  await tx.insertInto("agents").values(row).execute();
  for (const part of parts) await part.create?.(tx, { organizationId, agentId, name: configuration.name });
  return publish(tx, { organizationId, agentId, createdBy, parts, now });
}

export interface Draft extends AgentKey {
  configuration: AgentConfiguration;
  /** The revision that the editor read. */
  revision: number;
  now: number;
}

/** Saves the draft; `conflict` when somebody saved since this editor read it. */
export async function saveDraft(tx: Tx, draft: Draft): Promise<AgentRow> {
  checkConfiguration(draft.configuration);
  const row = await tx
    .updateTable("agents")
    .set({
      configuration: JSON.stringify(draft.configuration),
      revision: draft.revision + 1,
      hasUnpublishedChanges: 1,
      updatedAt: draft.now,
    })
    .where("organizationId", "=", draft.organizationId)
    .where("id", "=", draft.agentId)
    .where("revision", "=", draft.revision)
    .returningAll()
    .executeTakeFirst();
  if (row) return row;
  await findAgent(tx, draft);
  throw new AppError("conflict");
}

export interface Publication extends AgentKey {
  createdBy: string;
  parts: AgentPart[];
  now: number;
}

/** Freezes draft and parts as the next version, which visitors meet from the commit on. */
export async function publish(
  tx: Tx,
  { organizationId, agentId, createdBy, parts, now }: Publication,
): Promise<AgentRow> {
  const row = await tx
    .updateTable("agents")
    .set((eb) => ({
      publishedVersion: eb("publishedVersion", "+", 1),
      hasUnpublishedChanges: 0,
      updatedAt: now,
    }))
    .where("organizationId", "=", organizationId)
    .where("id", "=", agentId)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  const frozen: Record<string, unknown> = {};
  for (const part of parts) {
    if (part.freeze) frozen[part.name] = await part.freeze(tx, { organizationId, agentId });
  }
  await tx
    .insertInto("agentVersions")
    .values({
      organizationId,
      agentId,
      version: row.publishedVersion,
      configuration: row.configuration,
      parts: JSON.stringify(frozen),
      createdBy,
      createdAt: now,
    })
    .execute();
  return row;
}

/** Deletes the agent, its versions and what the parts keep of it. */
export async function removeAgent(tx: Tx, key: AgentKey, parts: AgentPart[]): Promise<void> {
  await findAgent(tx, key);
  for (const part of parts) await part.remove?.(tx, key);
  await tx
    .deleteFrom("agentVersions")
    .where("organizationId", "=", key.organizationId)
    .where("agentId", "=", key.agentId)
    .execute();
  await tx
    .deleteFrom("agents")
    .where("organizationId", "=", key.organizationId)
    .where("id", "=", key.agentId)
    .execute();
}

/** Says that a surface or another part of the draft changed, so that publishing is offered. */
export async function markDraftChanged(
  tx: Tx,
  { organizationId, agentId }: AgentKey,
  now: number,
): Promise<void> {
  await tx
    .updateTable("agents")
    .set({ hasUnpublishedChanges: 1, updatedAt: now })
    .where("organizationId", "=", organizationId)
    .where("id", "=", agentId)
    .execute();
}
