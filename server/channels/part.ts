import type { AgentPart } from "../agents/parts.ts";
import { forgetPositions } from "../live/positions.ts";

const agentTables = [
  ...(["channels", "channelUpdates", "channelThreads", "channelDeliveries", "channelDrafts"] as const),
  ...(["phoneCalls", "teamNotices", "teamPosts", "teamSends"] as const),
] as const;

/** What channels do when an agent is listed or deleted. `followers` have a position in each agent's events. */
export function channelsPart(followers: readonly string[]): AgentPart {
  return {
    name: "channels",
    async listPlaces(db, { organizationId, agentIds }) {
      if (agentIds.length === 0) return [];
      const rows = await db
        .selectFrom("channels")
        .select(["agentId", "type", "enabled"])
        .where("organizationId", "=", organizationId)
        .where("agentId", "in", agentIds)
        .execute();
      return rows.map((row) => ({ ...row, enabled: row.enabled === 1, token: null, path: null }));
    },
    async remove(tx, { organizationId, agentId }) {
      for (const table of agentTables)
        await tx
          .deleteFrom(table)
          .where("organizationId", "=", organizationId)
          .where("agentId", "=", agentId)
          .execute();
      for (const follower of followers) await forgetPositions(tx, { organizationId, follower, agentId });
    },
  };
}
