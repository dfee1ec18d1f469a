import { randomBytes } from "node:crypto";
import type { AgentPart } from "../agents/parts.ts";
import { readSettings } from "./present.ts";
import { defaultWidgetSettings } from "./settings.ts";

/** What surfaces have to do with an agent's life: each agent has a chat widget, and a version keeps how it looks. */
export function surfacesPart(now: () => number): AgentPart {
  return {
    name: "surfaces",
    async create(tx, { organizationId, agentId, name }) {
      const at = now();
      await tx
        .insertInto("surfaces")
        .values({
          organizationId,
          agentId,
          type: "widget",
          token: randomBytes(16).toString("hex"),
          enabled: 1,
          allowedDomains: "[]",
          allowsNullOrigin: 0,
          identityMode: "optional",
          identitySecrets: "[]",
          settings: JSON.stringify(defaultWidgetSettings(name)),
          revision: 1,
          lastSeenAt: null,
          lastSeenOrigin: null,
          createdAt: at,
          updatedAt: at,
        })
        .execute();
    },
    async freeze(tx, { organizationId, agentId }) {
      const rows = await tx
        .selectFrom("surfaces")
        .select(["type", "settings"])
        .where("organizationId", "=", organizationId)
        .where("agentId", "=", agentId)
        .execute();
      return Object.fromEntries(rows.map((row) => [row.type, readSettings(row.settings)]));
    },
    async remove(tx, { organizationId, agentId }) {
      for (const table of ["visitorSessions", "hostedPages", "surfaces"] as const) {
        await tx
          .deleteFrom(table)
          .where("organizationId", "=", organizationId)
          .where("agentId", "=", agentId)
          .execute();
      }
    },
  };
}
