import type { WidgetSettings } from "../../shared/contract/surfaces/surfaces.ts";
import type { AgentPart } from "../agents/parts.ts";
import { completeSettings, readSettings } from "./present.ts";
import { exportLook, renameChat, takeLook } from "./portable.ts";
import { newWidget } from "./newWidget.ts";
import type { SurfaceRow } from "./tables.ts";

/** What surfaces have to do with an agent's life: each agent has a chat widget, and a version keeps how it looks. */
export function surfacesPart(now: () => number): AgentPart {
  return {
    name: "surfaces",
    async create(tx, { organizationId, agentId, name }) {
      const at = now();
      await tx
        .insertInto("surfaces")
        .values({
          ...{ organizationId, agentId, type: "widget", ...newWidget(name) },
          enabled: 1,
          identityMode: "optional",
          identitySecrets: "[]",
          revision: 1,
          savedBy: null,
          createdAt: at,
          updatedAt: at,
        })
        .execute();
    },
    renamed: renameChat,
    async freeze(tx, { organizationId, agentId }) {
      const rows = await tx
        .selectFrom("surfaces")
        .select(["type", "settings"])
        .where("organizationId", "=", organizationId)
        .where("agentId", "=", agentId)
        .execute();
      return Object.fromEntries(rows.map((row) => [row.type, readSettings(row.settings)]));
    },
    async restore(tx, { organizationId, agentId, frozen, now: at }) {
      const looks = Object.entries((frozen ?? {}) as Record<string, Partial<WidgetSettings>>); // as freeze gave it
      for (const [type, settings] of looks) {
        await tx
          .updateTable("surfaces")
          .set((row) => ({
            settings: JSON.stringify(completeSettings(settings)),
            revision: row("revision", "+", 1),
            updatedAt: at,
          }))
          .where("organizationId", "=", organizationId)
          .where("agentId", "=", agentId)
          .where("type", "=", type as SurfaceRow["type"]) // a key that freeze wrote
          .execute();
      }
    },
    exportPieces: async (db, agent, { look }) => (look ? exportLook(db, agent) : {}),
    take: takeLook,
    async listPlaces(db, { organizationId, agentIds }) {
      if (agentIds.length === 0) return [];
      const [widgets, pages] = await Promise.all([
        db
          .selectFrom("surfaces")
          .select(["agentId", "type", "enabled", "token"])
          .where("organizationId", "=", organizationId)
          .where("agentId", "in", agentIds)
          .execute(),
        db
          .selectFrom("hostedPages")
          .select(["agentId", "enabled", "slug"])
          .where("organizationId", "=", organizationId)
          .where("agentId", "in", agentIds)
          .execute(),
      ]);
      return [
        ...widgets.map((row) => ({ ...row, enabled: row.enabled === 1, path: `/embed/${row.token}` })),
        ...pages.map(({ agentId, enabled, slug }) => ({
          ...{ agentId, type: "hosted-web", enabled: enabled === 1, token: null, path: `/p/${slug}` },
        })),
      ];
    },
    async remove(tx, { organizationId, agentId }) {
      for (const table of ["proactiveFigures", "visitorSessions", "hostedPages", "surfaces"] as const) {
        await tx
          .deleteFrom(table)
          .where("organizationId", "=", organizationId)
          .where("agentId", "=", agentId)
          .execute();
      }
    },
  };
}
