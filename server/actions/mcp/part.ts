import type { AgentPart } from "../../agents/parts.ts";
import { addServers, listServerRows, readAuth } from "./stored.ts";

/**
 * What MCP servers have to do with an agent's life: they travel without secrets and tools, so that nothing is contacted
 * before somebody asks for it. Versions keep none of them: an agent uses the tools that are on now.
 */
export const agentMcps: AgentPart = {
  name: "mcps",
  // Their tools are what the agent can do, as skills are.
  async exportPieces(db, agent, { skills: isWanted }) {
    if (!isWanted) return {};
    const servers = (await listServerRows(db, agent)).map((row) => ({
      ...{ name: row.name, url: row.url, auth: readAuth(row) },
    }));
    return servers.length > 0 ? { mcps: { servers } } : {};
  },
  take: (tx, { organizationId, agentId, now }, { mcps }) =>
    addServers(tx, { organizationId, agentId, now, drafts: mcps?.servers ?? [] }),
  async remove(tx, { organizationId, agentId }) {
    for (const table of ["mcpAppPages", "mcpTools", "mcpServers"] as const) {
      await tx
        .deleteFrom(table)
        .where("organizationId", "=", organizationId)
        .where("agentId", "=", agentId)
        .execute();
    }
  },
};
