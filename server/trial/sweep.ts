import { removeAgent } from "../../shared/contract/agents/agents.ts";
import { removeDeletedAgent } from "../../shared/contract/agents/deletedAgents.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { trialOrganizationId } from "../billing/trialOrganization.ts";
import type { TrialDeps } from "./deps.ts";

const mostAtOnce = 20;
const confirmed = { confirmed: "true" };

/** Removes the agents of trials that have ended or were claimed, with all that they learned and were asked. */
export async function sweepTrials(deps: TrialDeps): Promise<void> {
  const { store, now, report } = deps;
  const ended = await store.db
    .selectFrom("trials")
    .select(["id", "agentId", "expiresAt"])
    .where((row) =>
      row.or([
        row("expiresAt", "<=", now()),
        row.and([row("claimedAt", "is not", null), row("agentId", "is not", null)]),
      ]),
    )
    .limit(mostAtOnce)
    .execute();
  for (const { id, agentId, expiresAt } of ended) {
    try {
      if (agentId !== null) await removeForGood(deps, agentId);
      // A claimed one counts for the caps of its day, so its row stays until it would have ended.
      if (Number(expiresAt) <= now()) await store.db.deleteFrom("trials").where("id", "=", id).execute();
      else await store.db.updateTable("trials").set({ agentId: null }).where("id", "=", id).execute();
    } catch (error) {
      report(error);
    }
  }
}

/** Another process, or a sweep that was cut, may have done the one or the other. */
async function removeForGood({ askInside }: TrialDeps, agentId: string): Promise<void> {
  const organizationId = trialOrganizationId;
  const ignoreGone = (error: unknown) => {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
  };
  await askInside(removeAgent, { organizationId, params: { productId: agentId }, query: confirmed }).catch(
    ignoreGone,
  );
  await askInside(removeDeletedAgent, {
    ...{ organizationId, params: { deletedId: agentId }, query: confirmed },
  }).catch(ignoreGone);
}
