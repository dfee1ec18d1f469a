import { keepPage } from "./apps/pages.ts";
import { boundedFetch } from "./oauth/boundedFetch.ts";
import type { OutcomeApp, SkillOutcome } from "../skills/http/sendRequest.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { OtherUse } from "../skills/deps.ts";
import type { McpConfig } from "../skills/stored.ts";
import type { Reached } from "./client.ts";
import type { McpDeps } from "./deps.ts";
import { readExchange, toFields } from "./elicit.ts";
import type { Exchange } from "./elicit.ts";
import { McpFault } from "./McpFault.ts";
import { noteSignIn, openGrantPlace } from "./oauth/grants.ts";
import { findClientUrl, findRegistered } from "./oauth/describeUs.ts";
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
import { vetTools } from "./vetTools.ts";

/** The protocol is seldom needed, and large. */
const loadClient = () => import("./client.ts");

/** Reads a server's tools and keeps them; where it can't be reached that is kept. Gives why it could not be. */
export async function refreshServer(
  deps: McpDeps,
  key: ServerKey,
  signal: AbortSignal,
): Promise<McpFault | null> {
  const server = await findServerRow(deps.store.db, key);
  const { readTools } = await loadClient();
  try {
    const vetted = vetTools(await exchange(deps, { server, signal }, readTools));
    await deps.store.transaction(async (tx) => {
      // Somebody may have led it elsewhere, or deleted it, while it was read.
      const { url } = await findServerRow(tx, key);
      if (url === server.url) await keepTools(tx, { ...key, ...vetted, now: deps.now() });
    });
    return null;
  } catch (error) {
    if (!(error instanceof McpFault)) throw error;
    await noteRead(deps.store.db, key, { error: error.message, readAt: deps.now() });
    return error;
  }
}

interface Use {
  server: McpServerRow;
  tool: McpToolRow;
  input: Record<string, unknown>;
  exchange?: Exchange | null;
  /** As McpConfig has it. */
  app?: string | null | undefined;
  signal: AbortSignal;
}

/** Calls a tool once. What goes wrong is in the outcome; it throws only where the signal ended it. */
export async function useTool(
  deps: McpDeps,
  { server, tool, input, exchange: before = null, app, signal }: Use,
): Promise<SkillOutcome> {
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
    const result = await exchange(deps, { server, signal }, (reached) =>
      callTool(reached, { tool: called, input, exchange: before }),
    );
    if ("exchange" in result) {
      const { asked } = result.exchange;
      const message = asked.map((form) => form.message.toWellFormed()).join("\n");
      return {
        ...{ request, response: null, picked: null, data: null, error: null, ms: elapsed() },
        asks: {
          message: message.slice(0, longestMessage),
          fields: toFields(asked),
          exchange: JSON.stringify(result.exchange),
        },
      };
    }
    const { text, isError } = result;
    const shown =
      app === undefined ? null : await readShown(deps, { server, app, result: result.result, signal });
    const body = [text.slice(0, 20_000), ...(shown?.note ? [shown.note] : [])].join("\n");
    return {
      ...{ request, response: { status: 200, headers: {}, body } },
      ...{ picked: text, data: text, error: isError ? "The tool reported an error." : null, ms: elapsed() },
      ...(shown && { app: shown.app }),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof McpFault)) throw error;
    const { message, said } = error;
    return { request, response: null, picked: said || null, data: null, error: message, ms: elapsed() };
  }
}

/** The tool has done its work: nobody waits long for the page that shows it. */
const pageTimeoutMs = 10_000;

/** Reads and keeps the page that shows what a tool gave. Where that fails, its text has to do; the log of runs says why. */
async function readShown(
  deps: McpDeps,
  {
    server,
    app,
    result,
    signal,
  }: { server: McpServerRow; app: string | null; result: string | null; signal: AbortSignal },
): Promise<{ app: OutcomeApp; note: string | null }> {
  if (app === null) return { app: { pageId: null, result }, note: null };
  const { organizationId, agentId } = server;
  const within = AbortSignal.any([signal, AbortSignal.timeout(pageTimeoutMs)]);
  try {
    if (result === null) throw new McpFault("The result is too long for an app.", app);
    const { readAppPage } = await loadClient();
    const page = await exchange(deps, { server, signal: within }, (reached) => readAppPage(reached, app));
    const pageId = await keepPage(deps.store.db, { organizationId, agentId, page, now: deps.now() });
    const { connect, resource, frame } = page.origins;
    const reaches = [...new Set([...connect, ...resource, ...frame])].join(", ") || "no other address";
    return { app: { pageId, result }, note: `(Shown as the app ${app}, which reaches ${reaches}.)` };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof McpFault) && !within.aborted) throw error;
    const why = error instanceof McpFault ? error.message : "The MCP server took too long.";
    return { app: { pageId: null, result: null }, note: `(The app ${app} was not shown. ${why})` };
  }
}

const longestMessage = 1000;

/** Runs a tool's skill, if the tool is still on and unchanged since its review. */
export async function useAsSkill(
  deps: McpDeps,
  { skillId, config, inputs, exchange: before, signal, ...agent }: OtherUse<McpConfig>,
): Promise<SkillOutcome> {
  const found = await findUsable(deps, { ...agent, mcpId: config.serverId, toolId: skillId });
  if (!found) {
    const error = "This tool is off or has changed. Ask an admin to review it.";
    return { request: null, response: null, picked: null, data: null, error, ms: 0 };
  }
  const stands = before === null ? null : readExchange(before);
  const input = toInput(config.inputSchema, inputs);
  // Somebody may have switched apps off since it was proposed.
  const app = found.server.apps === 1 ? config.app : undefined;
  return useTool(deps, { ...found, input, exchange: stands, app, signal });
}

async function findUsable({ store }: McpDeps, key: AgentKey & { mcpId: string; toolId: string }) {
  const [server, tool] = await Promise.all([
    findServerRow(store.reader, key).catch(() => null),
    findToolRow(store.reader, key).catch(() => null),
  ]);
  const isUsable = tool?.enabled === 1 && tool.lookedFingerprint === tool.fingerprint;
  return server && tool && isUsable ? { server, tool } : null;
}

/** Exchanges something with a server, and notes what that said of the sign-in. */
async function exchange<Result>(
  deps: McpDeps,
  { server, signal }: { server: McpServerRow; signal: AbortSignal },
  work: (reached: Reached) => Promise<Result>,
): Promise<Result> {
  const key = keyOf(server);
  const { type } = readAuth(server);
  try {
    const result = await work(await reach(deps, server, signal));
    if (type === "oauth" && server.signIn !== "connected") await noteSignIn(deps.store.db, key, "connected");
    return result;
  } catch (error) {
    if (!(error instanceof McpFault && error.challenge) || (type !== "oauth" && type !== "none")) throw error;
    const { log, challenge } = error;
    const signIn = challenge.status === 403 ? "refused" : server.issuer === null ? "needed" : "expired";
    await noteSignIn(deps.store.db, key, signIn);
    throw new McpFault(signInWords[signIn], log, { challenge });
  }
}

const signInWords = {
  needed: "This MCP server asks for a sign-in.",
  expired: "The sign-in expired. Sign in again.",
  refused: "The MCP server wants more rights than the sign-in gave. Sign in again.",
};

/** How a server is reached now. */
export async function reach(deps: McpDeps, server: McpServerRow, signal: AbortSignal): Promise<Reached> {
  const { egress, seal, version } = deps;
  const auth = readAuth(server);
  const base = {
    ...{ url: server.url, headers: {}, fetch: egress.streamFetch, version, signal },
    offersApps: server.apps === 1,
  };
  if (auth.type === "none") return base;
  if (auth.type === "oauth") return { ...base, access: await openAccess(deps, server, signal) };
  const secret = unsealSecret(seal, server);
  if (secret === null) return base;
  const headers = auth.type === "bearer" ? { authorization: `Bearer ${secret}` } : { [auth.name]: secret };
  return { ...base, headers };
}

async function openAccess(deps: McpDeps, server: McpServerRow, signal: AbortSignal) {
  const { store, seal, egress, now, lookOrigin } = deps;
  const { createAccess } = await import("./oauth/createAccess.ts");
  return createAccess({
    ...{ url: server.url, fetch: boundedFetch(egress.streamFetch), now, signal },
    clientMetadataUrl: findClientUrl(await lookOrigin()),
    registered: findRegistered(seal, server),
    place: openGrantPlace({ db: store.db, seal, now }, keyOf(server)),
  });
}

export function keyOf({ organizationId, agentId, id: mcpId }: McpServerRow): ServerKey {
  return { organizationId, agentId, mcpId };
}
