import { AppError } from "../../shared/errors/errors.ts";
import { findFallbackProblem } from "../../shared/domain/fallback.ts";
import { findModel } from "../../shared/domain/models.ts";
import { beginSetupGuide } from "../../shared/domain/setupGuide.ts";
import type { AgentConfiguration } from "../../shared/contract/agents/agents.ts";
import type { Tx } from "../database/store.ts";
import { newId } from "../database/ids.ts";
import { findAgent } from "./find.ts";
import type { AgentKey, AgentPart } from "./parts.ts";
import { keepVersion } from "./keepVersion.ts";
import { writeSavedBy } from "./savedBy.ts";
import type { SavedBy } from "./savedBy.ts";
import { completeStep } from "./setupGuide/steps.ts";
import type { AgentRow } from "./tables.ts";

export interface WantedConfiguration {
  organizationId: string;
  configuration: AgentConfiguration;
  /**
   * What is there already: its models stay, also where their key is gone by now or the fallback takes too little,
   * so that all else can be saved.
   */
  kept?: AgentConfiguration;
  /** Where the body has the fields. */
  at: "body.data" | "body.data.configuration";
  findModelProblem: FindModelProblem;
}
/** Why an organization's agents can't be given a model, and what to do; null where they can. */
export type FindModelProblem = (organizationId: string, value: string) => Promise<string | null>;

/** Refuses what the contract alone can't see: a model that can't be had here, a persona longer than a model of its takes. */
export async function checkConfiguration(wanted: WantedConfiguration): Promise<void> {
  const { organizationId, configuration, kept, at, findModelProblem } = wanted;
  const { model: value, personality } = configuration;
  const refuse = (field: string, message: string) =>
    new AppError("invalid_input", { fields: [{ path: `${at}.${field}`, message }] });
  for (const field of ["model", "fallbackModel"] as const) {
    const named = configuration[field];
    if (named === null || named === kept?.[field]) continue;
    const problem = await findModelProblem(organizationId, named);
    if (problem !== null) throw refuse(field, problem);
  }
  const model = findModel(value);
  // What is kept while another preset is chosen is told to no model.
  if (model && personality.preset === "custom" && personality.text.length > model.limit)
    throw refuse("personality.text", `${model.label} takes at most ${model.limit} characters here.`);
  const problem = findFallbackProblem(configuration);
  const isKept = kept && kept.fallbackModel === configuration.fallbackModel && findFallbackProblem(kept);
  const isShorter = kept && personality.text.length <= kept.personality.text.length;
  if (problem !== null && !(isKept && isShorter)) throw refuse("fallbackModel", problem);
}

export interface NewAgent {
  organizationId: string;
  configuration: AgentConfiguration;
  createdBy: string;
  parts: AgentPart[];
  now: number;
  /** Left out it is live. */
  status?: AgentRow["status"];
  /** Adds what an import or a copy brings, before version 1 is published. */
  fill?: (agent: AgentKey) => Promise<void>;
}

/** Writes the agent with what each part adds to it, and publishes its version 1. */
export async function insertAgent(tx: Tx, agent: NewAgent): Promise<AgentRow> {
  const { organizationId, configuration, createdBy, parts, now } = agent;
  const agentId = newId(now);
  const row: AgentRow = {
    organizationId,
    id: agentId,
    status: agent.status ?? "live",
    // The name comes first also where an import brings the fields in another order: names are looked up by it.
    configuration: JSON.stringify(Object.assign({ name: configuration.name }, configuration)),
    revision: 1,
    publishedVersion: 0,
    lastVersion: 0,
    hasUnpublishedChanges: 0,
    setupGuide: JSON.stringify(beginSetupGuide()),
    savedBy: null,
    isDemo: 0,
    createdAt: now,
    updatedAt: now,
  };
  await tx.insertInto("agents").values(row).execute();
  for (const part of parts) await part.create?.(tx, { organizationId, agentId, name: configuration.name });
  if (configuration.guidance.length > 0) await completeStep(tx, { organizationId, agentId }, "ai-actions");
  await agent.fill?.({ organizationId, agentId });
  return publish(tx, { organizationId, agentId, createdBy, parts, now });
}

export interface Draft extends AgentKey {
  configuration: AgentConfiguration;
  /** The revision that the editor read. */
  revision: number;
  /** The saving member, named to others who were about to save. */
  by: Omit<SavedBy, "at">;
  now: number;
}

/** Saves the draft, once it is checked; `conflict` when somebody saved since this editor read it. */
export async function saveDraft(tx: Tx, draft: Draft): Promise<AgentRow> {
  if (draft.configuration.guidance.length > 0) await completeStep(tx, draft, "ai-actions");
  const row = await tx
    .updateTable("agents")
    .set({
      configuration: JSON.stringify(draft.configuration),
      revision: draft.revision + 1,
      hasUnpublishedChanges: 1,
      savedBy: writeSavedBy(draft.by, draft.now),
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
  note?: string | undefined;
  /** The revision of the draft that was shown; `conflict` if it has changed. */
  revision?: number | undefined;
  parts: AgentPart[];
  now: number;
}

/** Freezes draft and parts as the next version, live from the commit on. */
export async function publish(tx: Tx, publication: Publication): Promise<AgentRow> {
  const { organizationId, agentId, now } = publication;
  const publishedVersion = await keepVersion(tx, { ...publication, reason: "publish" });
  return tx
    .updateTable("agents")
    .set({ publishedVersion, hasUnpublishedChanges: 0, updatedAt: now })
    .where("organizationId", "=", organizationId)
    .where("id", "=", agentId)
    .returningAll()
    .executeTakeFirstOrThrow();
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
