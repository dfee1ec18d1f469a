import type { IntegrationDraft } from "../../../shared/contract/integrations/integrations.ts";
import { maxIntegrations } from "../../../shared/domain/integrations.ts";
import type { AgentKey, AgentPart } from "../../agents/parts.ts";
import type { Tx } from "../../database/store.ts";
import { findSettingProblems, keepKnown } from "./checkSettings.ts";
import { findProvider } from "./providers.ts";
import { readSettings } from "./resolveProvider.ts";
import { listIntegrationRows, newIntegration } from "./stored.ts";
import type { IntegrationRow } from "./tables.ts";

/**
 * What connections have to do with an agent's life: they travel by name, and nothing that signs in travels with them.
 * Versions keep none of them: a skill uses the connection that has its name now.
 */
export const agentIntegrations: AgentPart = {
  name: "integrations",
  // Skills are of no use without them.
  async exportPieces(db, agent, { skills: isWanted }) {
    if (!isWanted) return {};
    const connections = (await listIntegrationRows(db, agent)).map(toDraft);
    return connections.length > 0 ? { integrations: { connections } } : {};
  },
  take: (tx, { organizationId, agentId, now }, { integrations }) =>
    addDrafts(tx, { organizationId, agentId, now, drafts: integrations?.connections ?? [] }),
  async share(tx, { organizationId, from, to, choice }, { now }) {
    if (!choice.skills) return;
    const drafts = (await listIntegrationRows(tx, { organizationId, agentId: from })).map(toDraft);
    await addDrafts(tx, { organizationId, agentId: to, now, drafts });
  },
  async remove(tx, { organizationId, agentId }) {
    for (const table of [
      "integrationSignIns",
      "integrationEvents",
      "integrationGrants",
      "integrations",
    ] as const) {
      await tx
        .deleteFrom(table)
        .where("organizationId", "=", organizationId)
        .where("agentId", "=", agentId)
        .execute();
    }
  },
};

function toDraft(row: IntegrationRow): IntegrationDraft {
  return { provider: row.provider, name: row.name, settings: readSettings(row) };
}

/** Adds connections as far as the agent may have more; one whose name is taken, or that can't be read, is left out. */
async function addDrafts(
  tx: Tx,
  { drafts, now, ...agent }: AgentKey & { drafts: readonly IntegrationDraft[]; now: number },
): Promise<void> {
  const taken = new Set((await listIntegrationRows(tx, agent)).map(({ nameKey }) => nameKey));
  const rows = drafts.flatMap(({ provider: id, name, settings: given }) => {
    const provider = findProvider(id);
    const isGood = provider && findSettingProblems(provider, given).length === 0;
    if (!isGood || taken.has(name.toLowerCase()) || taken.size >= maxIntegrations) return [];
    taken.add(name.toLowerCase());
    const settings = JSON.stringify(keepKnown(provider, given));
    return [
      newIntegration(agent, { provider: id, name, settings, auth: provider.oauth ? "oauth" : "key", now }),
    ];
  });
  if (rows.length > 0) await tx.insertInto("integrations").values(rows).execute();
}
