import * as v from "valibot";
import { getAgent, newAgent } from "../../shared/contract/agents/agents.ts";
import type { Agent } from "../../shared/contract/agents/agents.ts";
import { getWidget } from "../../shared/contract/surfaces/surfaces.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { trialOrganizationId } from "../billing/trialOrganization.ts";
import type { Tx } from "../database/store.ts";
import { readConfig } from "../knowledge/present.ts";
import type { MemberCaller } from "../requests/handle.ts";
import type { TrialDeps } from "./deps.ts";
import type { TrialRow } from "./tables.ts";

/**
 * Makes an agent of the organization's own from a trial: its name, its look and its source, which is read again there. All
 * of it is one transaction, so a claim that fails leaves nothing behind. Claimed again by the same organization, because
 * the answer was lost, it is the same agent.
 */
export async function claim(deps: TrialDeps, row: TrialRow, caller: MemberCaller): Promise<Agent> {
  const { organizationId } = caller;
  const productId = row.claimedAt === null ? await take(deps, row, caller) : claimedAgent(row, caller);
  return (await deps.askInside(getAgent, { organizationId, params: { productId }, as: caller })).data;
}

async function take(deps: TrialDeps, { id, agentId }: TrialRow, caller: MemberCaller): Promise<string> {
  const { store, planAgent, addSource, now } = deps;
  if (agentId === null) throw new AppError("not_found");
  const { organizationId, userId } = caller;
  const data = await readTried(deps, agentId);
  const create = await planAgent({ organizationId, userId, data });
  return store.transaction(async (tx) => {
    const row = await tx.selectFrom("trials").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
    if (!row) throw new AppError("not_found");
    if (row.claimedAt !== null) return claimedAgent(row, caller);
    const made = await create(tx);
    for (const source of await listSources(tx, agentId))
      await addSource(tx, { organizationId, agentId: made.id, ...source });
    const claimed = { claimedAt: now(), claimedBy: organizationId, claimedAgentId: made.id };
    await tx.updateTable("trials").set(claimed).where("id", "=", id).execute();
    return made.id;
  });
}

function claimedAgent({ claimedBy, claimedAgentId }: TrialRow, { organizationId }: MemberCaller): string {
  if (claimedBy !== organizationId || claimedAgentId === null) throw new AppError("not_found");
  return claimedAgentId;
}

/** The tried agent as a new one. */
async function readTried({ askInside }: TrialDeps, agentId: string) {
  const trial = { organizationId: trialOrganizationId, params: { productId: agentId } };
  const { data: tried } = await askInside(getAgent, trial);
  const { data: widget } = await askInside(getWidget, trial);
  const { name, icon, description, language } = tried.configuration;
  const { welcome, suggestions, minimisedSuggestions, primary } = widget.settings;
  const look = { welcome, suggestions, minimisedSuggestions, primary };
  return v.parse(newAgent, { name, icon, description, language, look });
}

/** What the tried agent really read: what was typed may have another scheme. */
async function listSources(tx: Tx, agentId: string) {
  const rows = await tx
    .selectFrom("dataSources")
    .selectAll()
    .where("organizationId", "=", trialOrganizationId)
    .where("agentId", "=", agentId)
    .execute();
  return rows.map((row) => ({ name: row.name, config: readConfig(row) }));
}
