import type { AnswerOf, BodyOf } from "../../../shared/contract/call.ts";
import {
  createMcpServer,
  getMcpServer,
  listMcpRuns,
  listMcpServers,
  listMcpTools,
  refreshMcpServer,
  removeMcpServer,
  signInToMcp,
  signOutOfMcp,
  testMcpTool,
  updateMcpServer,
  updateMcpTool,
} from "../../../shared/contract/mcps/mcps.ts";
import type { McpServer, McpTestResult, McpTool } from "../../../shared/contract/mcps/mcps.ts";
import { getMcpEndpoint, updateMcpEndpoint } from "../../../shared/contract/mcpEndpoint/mcpEndpoint.ts";
import type { McpEndpoint } from "../../../shared/contract/mcpEndpoint/mcpEndpoint.ts";
import { client } from "../platform/client.ts";
import { createResource, fill, load, resetUnlessOf } from "../platform/resource.ts";
import type { Of } from "../platform/resource.ts";
import type { AgentPlace } from "../shell/paths.ts";

/** A server as it is typed, with its secret where one is given or removed. */
export type TypedMcpServer = BodyOf<typeof createMcpServer>["data"];
export type McpToolChange = BodyOf<typeof updateMcpTool>["data"];

export interface McpPlace extends AgentPlace {
  mcpId: string;
}

/** The MCP servers of the agent that is open; all of them, for an agent has few. */
export const mcpServers = createResource<Of<AnswerOf<typeof listMcpServers>>>();
/** The server that is open, with all its tools. */
export const openMcpServer = createResource<Of<{ server: McpServer; tools: McpTool[] }>>();

export function loadMcpServers({ orgId, agentId }: AgentPlace): Promise<void> {
  resetUnlessOf(mcpServers, agentId);
  return load(mcpServers, async () => {
    const params = { orgId, productId: agentId };
    return { of: agentId, ...(await client.call(listMcpServers, { params, query: { limit: 100 } })) };
  });
}

export function loadMcpServer(place: McpPlace): Promise<void> {
  resetUnlessOf(openMcpServer, place.mcpId);
  return load(openMcpServer, async () => {
    const { data } = await client.call(getMcpServer, { params: paramsOf(place) });
    return { of: place.mcpId, server: data, tools: await readTools(place) };
  });
}

/** Adds a server, and reads its tools immediately. */
export async function addMcpServer(place: AgentPlace, data: TypedMcpServer): Promise<McpServer> {
  const params = { orgId: place.orgId, productId: place.agentId };
  const { data: added } = await client.call(createMcpServer, { params, body: { data } });
  await readAgain({ ...place, mcpId: added.id }).catch(ignore);
  return added;
}

/** Changes a server that nobody saved since it was read, and reads its tools again. */
export async function changeMcpServer(
  place: McpPlace,
  data: BodyOf<typeof updateMcpServer>["data"],
): Promise<void> {
  await client.call(updateMcpServer, { params: paramsOf(place), body: { data } });
  await readAgain(place).catch(ignore);
}

/** Lets the server's tools show their results as apps, or no longer; what they say of apps is read again. */
export function switchMcpApps(
  place: McpPlace,
  server: Pick<McpServer, "name" | "url" | "auth" | "updatedAt">,
  apps: boolean,
): Promise<void> {
  const { name, url, auth, updatedAt } = server;
  return changeMcpServer(place, { name, url, auth, updatedAt, apps });
}

/** Has the server's tools read again. */
export async function readAgain(place: McpPlace): Promise<void> {
  const { data } = await client.call(refreshMcpServer, { params: paramsOf(place) });
  fill(openMcpServer, { of: place.mcpId, server: data, tools: await readTools(place) });
}

/** Gives the address at which somebody signs in to the server; they come back to `returnTo`. */
export async function startMcpSignIn(place: McpPlace, returnTo: string): Promise<string> {
  const { data } = await client.call(signInToMcp, {
    params: paramsOf(place),
    body: { data: { returnTo } },
  });
  return data.url;
}

export async function signOutOfServer(place: McpPlace): Promise<void> {
  await client.call(signOutOfMcp, { params: paramsOf(place), query: { confirmed: "true" } });
  await loadMcpServer(place);
}

/** The runs of the server that is open, the newest. */
export const mcpRuns = createResource<Of<AnswerOf<typeof listMcpRuns>>>();

export function loadMcpRuns(place: McpPlace, page: number): Promise<void> {
  const of = `${place.mcpId} ${page}`;
  resetUnlessOf(mcpRuns, of);
  return load(mcpRuns, async () => ({
    of,
    ...(await client.call(listMcpRuns, { params: paramsOf(place), query: { limit: 20, page } })),
  }));
}

/** The agent as an MCP server. */
export const mcpEndpoint = createResource<Of<McpEndpoint>>();

export function loadMcpEndpoint({ orgId, agentId }: AgentPlace): Promise<void> {
  resetUnlessOf(mcpEndpoint, agentId);
  return load(mcpEndpoint, async () => {
    const { data } = await client.call(getMcpEndpoint, { params: { orgId, productId: agentId } });
    return { of: agentId, ...data };
  });
}

export async function switchMcpEndpoint({ orgId, agentId }: AgentPlace, isEnabled: boolean): Promise<void> {
  const params = { orgId, productId: agentId };
  const { data } = await client.call(updateMcpEndpoint, { params, body: { data: { isEnabled } } });
  fill(mcpEndpoint, { of: agentId, ...data });
}

export function deleteMcpServer(place: McpPlace): Promise<void> {
  return client.call(removeMcpServer, { params: paramsOf(place), query: { confirmed: "true" } });
}

export async function changeMcpTool(place: McpPlace, toolId: string, data: McpToolChange): Promise<void> {
  await client.call(updateMcpTool, { params: { ...paramsOf(place), toolId }, body: { data } });
  await loadMcpServer(place);
}

/** Calls one tool. */
export async function tryMcpTool(
  place: McpPlace,
  data: BodyOf<typeof testMcpTool>["data"],
): Promise<McpTestResult> {
  return (await client.call(testMcpTool, { params: paramsOf(place), body: { data } })).data;
}

/** The server is saved even if its tools can't be read: its screen offers to try again. */
function ignore(): void {}

const mostOnPage = 100;

/** A server has a few more tools than a page holds. */
async function readTools(place: McpPlace): Promise<McpTool[]> {
  const params = paramsOf(place);
  const first = await client.call(listMcpTools, { params, query: { limit: mostOnPage } });
  if (first.page.total <= mostOnPage) return first.items;
  const rest = await client.call(listMcpTools, { params, query: { limit: mostOnPage, page: 2 } });
  return [...first.items, ...rest.items];
}

function paramsOf({ orgId, agentId, mcpId }: McpPlace) {
  return { orgId, productId: agentId, mcpId };
}
