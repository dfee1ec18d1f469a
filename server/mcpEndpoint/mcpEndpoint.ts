import { getMcpEndpoint, updateMcpEndpoint } from "../../shared/contract/mcpEndpoint/mcpEndpoint.ts";
import type { McpEndpoint } from "../../shared/contract/mcpEndpoint/mcpEndpoint.ts";
import type { Capability, Leaf } from "../agents/capability.ts";
import type { AgentKey } from "../agents/parts.ts";
import type { Db } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import type { RequestFacts } from "../requests/handle.ts";
import type { McpEndpointDeps } from "./deps.ts";
import { doorPage, doorPath } from "./doorPage.ts";
import type {} from "./tables.ts";

/** Makes agents MCP servers: each its own, off until somebody switches it on, at once and for all versions. */
export const mcpEndpoint: Leaf<McpEndpointDeps> = { create: createMcpEndpoint };

function createMcpEndpoint(deps: McpEndpointDeps): Capability {
  const { store, now } = deps;
  return {
    name: "mcpEndpoint",
    routes: [
      handle(getMcpEndpoint, async ({ caller, params, request }) => {
        const key = { organizationId: caller.organizationId, agentId: params.productId };
        return { data: await present(store.reader, key, request) };
      }),

      handle(updateMcpEndpoint, async ({ caller, params, body, request }) => {
        const key = { organizationId: caller.organizationId, agentId: params.productId };
        const changes = { enabled: body.data.isEnabled ? 1 : 0, updatedAt: now() };
        await store.db
          .insertInto("mcpEndpoints")
          .values({ ...key, ...changes })
          .onConflict((conflict) => conflict.column("agentId").doUpdateSet(changes))
          .execute();
        return { data: await present(store.db, key, request) };
      }),
    ],
    pages: [doorPage(deps)],
    part: {
      name: "mcpEndpoint",
      async remove(tx, { organizationId, agentId }) {
        await tx
          .deleteFrom("mcpEndpoints")
          .where("organizationId", "=", organizationId)
          .where("agentId", "=", agentId)
          .execute();
      },
    },
  };
}

async function present(
  db: Db,
  { organizationId, agentId }: AgentKey,
  request: Pick<RequestFacts, "lookOrigin" | "reachedOrigin">,
): Promise<McpEndpoint> {
  const row = await db
    .selectFrom("mcpEndpoints")
    .select("enabled")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .executeTakeFirst();
  const origin = (await request.lookOrigin()) ?? request.reachedOrigin;
  return { isEnabled: row?.enabled === 1, url: `${origin}${doorPath.replace("{agentId}", agentId)}` };
}
