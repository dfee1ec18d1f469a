import type { AgentKey } from "../../agents/parts.ts";
import type { SkillOutcome } from "../skills/http/sendRequest.ts";
import type { OtherUse } from "../skills/deps.ts";
import { vetTools } from "./vetTools.ts";
import type { Reached } from "./client.ts";
import type { McpDeps } from "./deps.ts";
import { McpFault } from "./McpFault.ts";
import { readSchema } from "./present.ts";
import {
  findServerRow,
  findToolRow,
  keepTools,
  noteCall,
  noteRead,
  readAuth,
  unsealSecret,
} from "./stored.ts";
import type { ServerKey } from "./stored.ts";
import type { McpServerRow, McpToolRow } from "./tables.ts";
import { toInput } from "./toolInputs.ts";

/** The protocol is seldom needed, and large. */
const loadClient = () => import("./client.ts");

/** Reads a server's tools and keeps them; where it can't be reached that is kept. */
export async function refreshServer(deps: McpDeps, key: ServerKey, signal: AbortSignal): Promise<void> {
  const server = await findServerRow(deps.store.db, key);
  const { readTools } = await loadClient();
  try {
    const vetted = vetTools(await readTools(reach(deps, server, signal)));
    await deps.store.transaction(async (tx) => {
      // Somebody may have led it elsewhere, or deleted it, while it was read.
      const { url } = await findServerRow(tx, key);
      if (url === server.url) await keepTools(tx, { ...key, ...vetted, now: deps.now() });
    });
  } catch (error) {
    if (!(error instanceof McpFault)) throw error;
    await noteRead(deps.store.db, key, { error: error.message, readAt: deps.now() });
  }
}

interface Use {
  server: McpServerRow;
  tool: McpToolRow;
  input: Record<string, unknown>;
  signal: AbortSignal;
}

/** Calls a tool once. What goes wrong is in the outcome; it throws only where the signal ended it. */
export async function useTool(deps: McpDeps, { server, tool, input, signal }: Use): Promise<SkillOutcome> {
  const begun = performance.now();
  const request = {
    ...{ method: "POST", url: server.url, headers: {} },
    body: JSON.stringify({ method: "tools/call", params: { name: tool.name, arguments: input } }),
  };
  const { organizationId } = server;
  void noteCall(deps.store.db, { organizationId, toolId: tool.id, now: deps.now() }).catch(deps.report);
  const elapsed = () => Math.round(performance.now() - begun);
  try {
    const { callTool } = await loadClient();
    const called = { name: tool.name, inputSchema: readSchema(tool) };
    const result = await callTool(reach(deps, server, signal), { tool: called, input });
    if ("exchange" in result) throw new McpFault("asks", "asks");
    const { text, isError } = result;
    return {
      ...{ request, response: { status: 200, headers: {}, body: text.slice(0, 20_000) } },
      ...{ picked: text, data: text, error: isError ? "The tool reported an error." : null, ms: elapsed() },
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof McpFault)) throw error;
    const { message, said } = error;
    return { request, response: null, picked: said || null, data: null, error: message, ms: elapsed() };
  }
}

/** Does what a skill made of a tool does, where the tool still is on and what somebody looked at. */
export async function useAsSkill(
  deps: McpDeps,
  { skillId, config, inputs, signal, ...agent }: OtherUse,
): Promise<SkillOutcome> {
  const found = await findUsable(deps, { ...agent, mcpId: config.serverId, toolId: skillId });
  if (!found) {
    const error = "This tool is off, or it changed. Ask an admin to look at it.";
    return { request: null, response: null, picked: null, data: null, error, ms: 0 };
  }
  return useTool(deps, { ...found, input: toInput(config.inputSchema, inputs), signal });
}

async function findUsable({ store }: McpDeps, key: AgentKey & { mcpId: string; toolId: string }) {
  const [server, tool] = await Promise.all([
    findServerRow(store.reader, key).catch(() => null),
    findToolRow(store.reader, key).catch(() => null),
  ]);
  const isUsable = tool?.enabled === 1 && tool.lookedFingerprint === tool.fingerprint;
  return server && tool && isUsable ? { server, tool } : null;
}

function reach({ egress, seal, version }: McpDeps, server: McpServerRow, signal: AbortSignal): Reached {
  const auth = readAuth(server);
  const secret = unsealSecret(seal, server);
  const headers: Record<string, string> = {};
  if (secret !== null && auth.type === "bearer") headers["authorization"] = `Bearer ${secret}`;
  if (secret !== null && auth.type === "header") headers[auth.name] = secret;
  return { url: server.url, headers, fetch: egress.streamFetch, version, signal };
}
