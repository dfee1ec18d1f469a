import { createAgent, getAgent } from "../../shared/contract/agents/agents.ts";
import type { Agent } from "../../shared/contract/agents/agents.ts";
import { createDataSource } from "../../shared/contract/knowledge/knowledge.ts";
import { getWidget } from "../../shared/contract/surfaces/surfaces.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { trialOrganizationId } from "../billing/trialOrganization.ts";
import type { MemberCaller } from "../requests/handle.ts";
import { sourceOf } from "./build.ts";
import type { TrialDeps } from "./deps.ts";
import type { TrialRow } from "./tables.ts";

/**
 * Makes an agent of the organization's own from a trial: what it is called, how it looks and what it learned from, which is
 * read anew there. A trial is taken once; where it can't be, because the plan has no room, it can be tried again.
 */
export async function claim(deps: TrialDeps, row: TrialRow, caller: MemberCaller): Promise<Agent> {
  const { store, now } = deps;
  if (row.agentId === null) throw new AppError("not_found");
  const taken = await store.db
    .updateTable("trials")
    .set({ claimedAt: now() })
    .where("id", "=", row.id)
    .where("claimedAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!taken) throw new AppError("not_found");
  try {
    return await bring(deps, { ...row, agentId: row.agentId }, caller);
  } catch (error) {
    await store.db.updateTable("trials").set({ claimedAt: null }).where("id", "=", row.id).execute();
    throw error;
  }
}

async function bring(
  { askInside }: TrialDeps,
  row: TrialRow & { agentId: string },
  caller: MemberCaller,
): Promise<Agent> {
  const trial = { organizationId: trialOrganizationId, params: { productId: row.agentId } };
  const { data: tried } = await askInside(getAgent, trial);
  const { data: widget } = await askInside(getWidget, trial);
  const { name, icon, description, language } = tried.configuration;
  const { welcome, suggestions, minimisedSuggestions, primary } = widget.settings;
  const look = { welcome, suggestions, minimisedSuggestions, primary };
  const { organizationId } = caller;
  const body = { data: { name, icon, description, language, look } };
  const { data: made } = await askInside(createAgent, { organizationId, body, as: caller });
  await askInside(createDataSource, {
    ...{ organizationId, params: { productId: made.id }, as: caller },
    body: { data: sourceOf(row, null) },
  });
  return made;
}
