import type { Route } from "../../requests/handle.ts";
import type { AgentPart } from "../parts.ts";
import type { PortableDeps } from "./deps.ts";
import { exportRoutes } from "./exportCalls.ts";
import { importRoutes } from "./importCalls.ts";
import { templateRoutes } from "./templateCalls.ts";

/** The calls on agents that travel: exports, imports, copies and templates. */
export function portableRoutes(deps: PortableDeps): Route[] {
  return [...exportRoutes(deps), ...importRoutes(deps), ...templateRoutes(deps)];
}

/** What exports and templates have to do with an agent's life: they go with it. */
export const portablePart: AgentPart = {
  name: "portable",
  async remove(tx, { organizationId, agentId }) {
    for (const table of ["agentTemplates", "agentExports", "templateUses"] as const) {
      await tx
        .deleteFrom(table)
        .where("organizationId", "=", organizationId)
        .where("agentId", "=", agentId)
        .execute();
    }
  },
};
