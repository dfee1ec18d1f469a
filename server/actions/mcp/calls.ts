import {
  createMcpServer,
  getMcpServer,
  listMcpRuns,
  listMcpServers,
  listMcpTools,
  refreshMcpServer,
  removeMcpServer,
  testMcpTool,
  updateMcpServer,
  updateMcpTool,
} from "../../../shared/contract/mcps/mcps.ts";
import type { McpServer } from "../../../shared/contract/mcps/mcps.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { findAgent } from "../../agents/find.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { EgressError } from "../../egress/EgressError.ts";
import { handle } from "../../requests/handle.ts";
import type { MemberCaller, Route } from "../../requests/handle.ts";
import type { McpDeps } from "./deps.ts";
import { presentServer, presentTool } from "./present.ts";
import { presentRun } from "../skills/present.ts";
import { listRuns } from "../skills/runs.ts";
import { refreshServer, useTool } from "./reach.ts";
import { signInRoutes } from "./signInCalls.ts";
import {
  changeServer,
  changeTool,
  countTools,
  deleteServer,
  findServerRow,
  findToolRow,
  insertServer,
  listServerRows,
  listToolIds,
  listToolRows,
} from "./stored.ts";
import type { McpServerRow } from "./tables.ts";

/** The calls on an agent's MCP servers and their tools. */
export function mcpRoutes(deps: McpDeps): Route[] {
  const { store, egress, seal, now } = deps;

  async function present(agent: AgentKey, rows: readonly McpServerRow[]): Promise<McpServer[]> {
    const counted = await countTools(store.db, agent);
    return rows.map((row) => presentServer(row, counted.get(row.id) ?? { tools: 0, on: 0, heldBack: 0 }));
  }

  async function presentOne(agent: AgentKey, row: McpServerRow): Promise<McpServer> {
    const [server] = await present(agent, [row]);
    if (!server) throw new AppError("not_found");
    return server;
  }

  /** Refuses an address that no request may go to. */
  async function check(url: string): Promise<void> {
    await egress.check(url).catch((error: unknown) => {
      if (!(error instanceof EgressError)) throw error;
      throw new AppError("invalid_input", {
        fields: [{ path: "body.data.url", message: error.message }],
      });
    });
  }

  return [
    handle(listMcpServers, async ({ caller, params, query: { page, limit } }) => {
      const agent = keyOf(caller, params);
      await findAgent(store.reader, agent);
      const rows = await listServerRows(store.reader, agent);
      const shown = rows.slice((page - 1) * limit, page * limit);
      return { items: await present(agent, shown), page: { page, limit, total: rows.length } };
    }),

    handle(createMcpServer, async ({ caller, params, body }) => {
      const { secret, ...draft } = body.data;
      const agent = keyOf(caller, params);
      await findAgent(store.db, agent);
      await check(draft.url);
      const row = await store.transaction((tx) =>
        insertServer(seal, tx, { ...agent, draft, secret, now: now() }),
      );
      return { data: await presentOne(agent, row) };
    }),

    handle(getMcpServer, async ({ caller, params }) => {
      const agent = keyOf(caller, params);
      const row = await findServerRow(store.reader, { ...agent, mcpId: params.mcpId });
      return { data: await presentOne(agent, row) };
    }),

    handle(updateMcpServer, async ({ caller, params, body }) => {
      const { secret, apps, updatedAt: readAt, ...draft } = body.data;
      const agent = keyOf(caller, params);
      await findServerRow(store.db, { ...agent, mcpId: params.mcpId });
      await check(draft.url);
      const change = { ...agent, mcpId: params.mcpId, draft, secret, apps, readAt, now: now() };
      const row = await store.transaction((tx) => changeServer(seal, tx, change));
      return { data: await presentOne(agent, row) };
    }),

    handle(removeMcpServer, async ({ caller, params }) => {
      const key = { ...keyOf(caller, params), mcpId: params.mcpId };
      await store.transaction((tx) => deleteServer(tx, key));
      return undefined;
    }),

    handle(refreshMcpServer, async ({ caller, params, request }) => {
      const agent = keyOf(caller, params);
      const key = { ...agent, mcpId: params.mcpId };
      await refreshServer(deps, key, request.signal);
      return { data: await presentOne(agent, await findServerRow(store.db, key)) };
    }),

    ...signInRoutes(deps, presentOne),

    handle(listMcpRuns, async ({ caller, params, query: { page, limit } }) => {
      const { organizationId } = caller;
      const key = { ...keyOf(caller, params), mcpId: params.mcpId };
      await findServerRow(store.reader, key);
      const skillIds = await listToolIds(store.reader, key);
      const { rows, total } = await listRuns(store.reader, { organizationId, skillIds, page, limit });
      return { items: rows.map(presentRun), page: { page, limit, total } };
    }),

    handle(listMcpTools, async ({ caller, params, query: { page, limit } }) => {
      const key = { ...keyOf(caller, params), mcpId: params.mcpId };
      await findServerRow(store.reader, key);
      const rows = await listToolRows(store.reader, key);
      const shown = rows.slice((page - 1) * limit, page * limit);
      return { items: shown.map(presentTool), page: { page, limit, total: rows.length } };
    }),

    handle(updateMcpTool, async ({ caller, params, body }) => {
      const { mcpId, toolId } = params;
      const change = { ...keyOf(caller, params), mcpId, toolId, changes: body.data };
      return { data: presentTool(await store.transaction((tx) => changeTool(tx, change))) };
    }),

    handle(testMcpTool, async ({ caller, params, body, request }) => {
      const { toolId, input } = body.data;
      const key = { ...keyOf(caller, params), mcpId: params.mcpId };
      const [server, tool] = [
        await findServerRow(store.db, key),
        await findToolRow(store.db, { ...key, toolId }),
      ];
      const outcome = await useTool(deps, { server, tool, input, signal: request.signal });
      // Nobody fills in a form here.
      const asks = outcome.asks && `The tool asks for input first: ${outcome.asks.message}`;
      return { data: { text: asks ?? outcome.picked ?? "", error: outcome.error, ms: outcome.ms } };
    }),
  ];
}

function keyOf({ organizationId }: MemberCaller, { productId }: { productId: string }): AgentKey {
  return { organizationId, agentId: productId };
}
