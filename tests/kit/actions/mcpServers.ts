import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { createMcpHandler, inputRequired, Server } from "@modelcontextprotocol/server";
import type { InputResponses, JSONObject } from "@modelcontextprotocol/server";
// @ts-expect-error -- the package has no types
import { createServer } from "@modelcontextprotocol/server-everything/dist/server/index.js";
import { startWebServer } from "../network/webServer.ts";
import type { WebServer } from "../network/webServer.ts";

/** A tool of the bookshop: what it says of itself, and what it gives. */
export interface BookTool {
  name: string;
  title?: string;
  description: string;
  inputSchema: { type: "object"; properties?: Record<string, JSONObject>; required?: string[] };
  run(input: Record<string, unknown>, answers: InputResponses): Told;
}

/** What a tool says, or what it asks the visitor first. */
type Told = { text: string; isError?: boolean } | { message: string; ask: Record<string, JSONObject> };

export interface Bookshop extends WebServer {
  url: string;
  /** What it offers; a test changes it. */
  tools: BookTool[];
  /** The tools that were called, with their inputs. */
  calls: { name: string; input: Record<string, unknown> }[];
}

export const bookshopKey = "bookshop-secret-9876";

/** An MCP server of 2026-07-28 whose tools a test can change. It wants a secret, or what a test says. */
export async function startBookshop(refuse = refuseWithoutKey): Promise<Bookshop> {
  const calls: Bookshop["calls"] = [];
  const tools: BookTool[] = [findBook(), orderBook()];
  const shop = { tools, calls };
  const handler = createMcpHandler(() => {
    const server = new Server({ name: "bookshop", version: "1" }, { capabilities: { tools: {} } });
    server.setRequestHandler("tools/list", () => ({
      tools: shop.tools.map(({ run: _, ...tool }) => tool),
    }));
    server.setRequestHandler("tools/call", ({ params: { name, arguments: input = {} } }, { mcpReq }) => {
      calls.push({ name, input });
      const told = shop.tools
        .find((tool) => tool.name === name)
        ?.run(input, (mcpReq.inputResponses ?? {}) as InputResponses); // as the protocol checked it
      if (told && "ask" in told) return askFor(told);
      const { text, isError = false } = told ?? { text: "There is no such tool.", isError: true };
      return { content: [{ type: "text", text }], isError };
    });
    return server;
  });
  const listener = getRequestListener(async (request) => (await refuse(request)) ?? handler.fetch(request));
  const web = await startWebServer((request, response) => void listener(request, response));
  return Object.assign(shop, web, { url: `${web.origin}/mcp` });
}

async function refuseWithoutKey({ headers }: Request): Promise<Response | null> {
  const isKnown = headers.get("authorization") === `Bearer ${bookshopKey}`;
  return isKnown ? null : new Response("no", { status: 401 });
}

function askFor({ message, ask }: Extract<Told, { ask: unknown }>) {
  const requestedSchema = { type: "object", properties: ask, required: Object.keys(ask) };
  const params = { message, requestedSchema };
  return inputRequired({
    inputRequests: { details: { method: "elicitation/create", params } },
    requestState: "the shop's own",
  } as never); // properties of a test's own
}

/** Reserves a book once the visitor said until when, and under which name. */
export function reserveBook(): BookTool {
  return {
    name: "reserve_book",
    title: "Reserve a book",
    description: "Reserves a book for the customer.",
    inputSchema: {
      type: "object",
      properties: { title: { type: "string", title: "Title" } },
      required: ["title"],
    },
    run({ title }, { details }) {
      const { action, content } = (details ?? {}) as { action?: string; content?: Record<string, string> };
      if (action === "decline") return { text: `“${String(title)}” was not reserved.` };
      if (action === "accept")
        return { text: `Reserved “${String(title)}” for ${content?.["name"]} in ${content?.["shop"]}.` };
      const shops = [
        { const: "north", title: "North gate" },
        { const: "south", title: "South gate" },
      ];
      const ask = { name: { type: "string", title: "Your name" }, shop: { type: "string", oneOf: shops } };
      return { message: "Who fetches it, and where?", ask };
    },
  };
}

function findBook(): BookTool {
  return {
    name: "find_book",
    title: "Find a book",
    description: "Says where a book stands.",
    inputSchema: {
      type: "object",
      properties: { title: { type: "string", title: "Title" }, filter: { type: "object" } },
      required: ["title"],
    },
    run: ({ title }) => ({ text: `“${String(title)}” stands on shelf 7.` }),
  };
}

function orderBook(): BookTool {
  return {
    name: "order_book",
    title: "Order a book",
    description: "Orders a book for the customer.",
    inputSchema: {
      type: "object",
      properties: { title: { type: "string", title: "Title" }, copies: { type: "integer", title: "Copies" } },
      required: ["title", "copies"],
    },
    run: ({ title, copies }) => ({ text: `Ordered ${String(copies)} of “${String(title)}”.` }),
  };
}

/** As its source has it. */
const createEverything = createServer as () => {
  server: { connect(transport: StreamableHTTPServerTransport): Promise<void> };
  cleanup(sessionId?: string): void;
};

/** The reference server of the protocol's makers, of 2025-11-25: with sessions, over the same transport. */
export async function startEverything(): Promise<WebServer & { url: string }> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const answer: RequestListener = async (request, response) => {
    const known = sessions.get(String(request.headers["mcp-session-id"]));
    if (known) return known.handleRequest(request, response);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    const { server, cleanup } = createEverything();
    transport.onclose = () => cleanup(transport.sessionId);
    await server.connect(transport);
    await transport.handleRequest(request, response);
  };
  const web = await startWebServer((request, response) => void answer(request, response));
  return Object.assign(web, { url: `${web.origin}/mcp` });
}
