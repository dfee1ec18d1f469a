import { createHash } from "node:crypto";
import { listAgents } from "../../shared/contract/agents/agents.ts";
import { exportAgent } from "../../shared/contract/agents/templates.ts";
import { toContent } from "./agentYaml.ts";
import type { AgentCode } from "./agentYaml.ts";
import { canonical, compare, describeDifferences } from "./compare.ts";
import type { Difference } from "./compare.ts";
import type { Target } from "./target.ts";

/** An agent's file and how it differs from the server. */
export interface Compared {
  code: AgentCode;
  /** Null where the server has no such agent. */
  agentId: string | null;
  found: Difference[];
}

/** Lists all agents of the organization. */
export async function listAll(target: Target): Promise<{ id: string; name: string }[]> {
  const found: { id: string; name: string }[] = [];
  for (let page = 1; ; page += 1) {
    const { items, page: shown } = await target.call(listAgents, {
      query: { limit: "100", page: String(page) },
    });
    found.push(...items.map(({ id, name }) => ({ id, name })));
    if (items.length === 0 || found.length >= shown.total) return found;
  }
}

/** Exports an agent with all that a file can contain. */
export function exportWhole(target: Target, id: string) {
  return target.call(exportAgent, { params: { productAppId: id }, query: { testCases: "true" } });
}

/** Compares a file with an agent of the server; with null it is a new one. */
export async function compareAgent(
  target: Target,
  code: AgentCode,
  agentId: string | null,
): Promise<Compared> {
  if (agentId === null) return { code, agentId, found: [] };
  const live = toContent(await exportWhole(target, agentId));
  return { code, agentId, found: compare(live, code.content) };
}

/** Says what would change; `code` is 2 if anything would. */
export function describePlan(compared: readonly Compared[], prunes: boolean): { text: string; code: 0 | 2 } {
  const lines = compared.flatMap(({ code, agentId, found }) => {
    if (agentId === null) return [`+ ${code.id}: a new agent "${code.content.agent.name}"`];
    return found.length === 0 ? [] : [code.id, ...describeDifferences(found, prunes)];
  });
  const hasChanges = compared.some(
    ({ agentId, found }) => agentId === null || found.some(({ kind }) => prunes || kind !== "extra"),
  );
  if (lines.length === 0) return { text: "Nothing would change.", code: 0 };
  return { text: lines.join("\n"), code: hasChanges ? 2 : 0 };
}

/** The SHA-256 of a plan: another one once the server or a file changes. */
export function hashPlan(compared: readonly Compared[], prune: boolean): string {
  return createHash("sha256").update(canonical({ prune, compared })).digest("hex");
}
