import { getRequestListener } from "@hono/node-server";
import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import { startWebServer } from "../network/webServer.ts";
import type { WebServer } from "../network/webServer.ts";

/** What the server says of an app's page, as `resources/read` gives it. */
interface AppPage {
  html: string;
  mimeType?: string;
  ui?: Record<string, unknown>;
}

export interface AppShop extends WebServer {
  url: string;
  /** The pages by their addresses; a test changes them. */
  pages: Record<string, AppPage>;
  /** The tools that were called, with their inputs. */
  calls: { name: string; input: Record<string, unknown> }[];
}

export const seatsUri = "ui://theatre/seats";
const seat = { type: "object" as const, properties: { seat: { type: "string" } }, required: ["seat"] };
const nothing = { type: "object" as const, properties: {} };

const tools = [
  {
    name: "show_seats",
    title: "Show seats",
    description: "Shows the free seats of tonight's play.",
    inputSchema: { type: "object" as const, properties: { play: { type: "string", title: "Play" } } },
    _meta: { ui: { resourceUri: seatsUri } },
  },
  { name: "reserve_seat", title: "Reserve a seat", description: "Reserves a seat.", inputSchema: seat },
  {
    name: "list_free",
    description: "Lists the free seats for the app.",
    inputSchema: nothing,
    _meta: { ui: { visibility: ["app"] } },
  },
  {
    name: "read_takings",
    description: "Reads tonight's takings.",
    inputSchema: nothing,
    _meta: { ui: { visibility: ["model"] } },
  },
];

/** A theatre's MCP server of 2026-07-28 that shows its seats as an app, to clients that say that they show apps. */
export async function startAppShop(): Promise<AppShop> {
  const calls: AppShop["calls"] = [];
  const pages: AppShop["pages"] = { [seatsUri]: { html: seatsPage } };
  let showsApps = false;
  const handler = createMcpHandler(() => {
    const server = new Server(
      { name: "theatre", version: "1" },
      {
        capabilities: { tools: {}, resources: {}, extensions: { "io.modelcontextprotocol/ui": {} } },
      },
    );
    server.setRequestHandler("tools/list", () => ({
      tools: tools.map(({ _meta, ...tool }) => (showsApps ? { ...tool, _meta } : tool)),
    }));
    server.setRequestHandler("tools/call", ({ params: { name, arguments: input = {} } }) => {
      calls.push({ name, input });
      const free = ["A1", "A2", "B7"];
      return {
        content: [
          { type: "text", text: name === "reserve_seat" ? "Reserved." : `Free: ${free.join(", ")}.` },
        ],
        structuredContent: name === "reserve_seat" ? { reserved: input["seat"] } : { free },
      };
    });
    server.setRequestHandler("resources/read", ({ params: { uri } }) => {
      const page = pages[uri];
      if (!page) throw new Error("There is no such resource.");
      const { html: text, mimeType = "text/html;profile=mcp-app", ui } = page;
      return { contents: [{ uri, mimeType, text, ...(ui && { _meta: { ui } }) }] };
    });
    return server;
  });
  const listener = getRequestListener(async (request) => {
    showsApps = (await request.clone().text()).includes('"text/html;profile=mcp-app"');
    return handler.fetch(request);
  });
  const web = await startWebServer((request, response) => void listener(request, response));
  return Object.assign(web, { url: `${web.origin}/mcp`, pages, calls });
}

/** The few lines by which any app speaks with the chat around it. */
export const appScript = `
  let last = 0;
  const waiting = new Map();
  const tell = (method, params) => parent.postMessage({ jsonrpc: "2.0", method, params }, "*");
  const ask = (method, params) => new Promise((resolve, reject) => {
    waiting.set(++last, { resolve, reject });
    parent.postMessage({ jsonrpc: "2.0", id: last, method, params }, "*");
  });
  const heard = {};
  addEventListener("message", ({ source, data }) => {
    if (source !== parent) return;
    const { resolve, reject } = waiting.get(data.id) ?? {};
    if (data.error) reject?.(new Error(data.error.message));
    else if (data.result) resolve?.(data.result);
    else heard[data.method]?.(data.params);
  });
  const start = async (name) => {
    const given = await ask("ui/initialize", {
      protocolVersion: "2026-01-26", appInfo: { name, version: "1" }, appCapabilities: {},
    });
    tell("ui/notifications/initialized", {});
    return given;
  };
`;

/** Shows the seats that its tool gave, and reserves the one that is chosen. */
const seatsPage = `<!doctype html><html lang="en"><head><title>Seats</title></head><body style="margin:0">
<h1>Seats</h1><p id="for"></p><ul id="free"></ul><p id="said"></p>
<button id="more">Tell the theatre</button> <button id="site">Open the plan</button>
<script>${appScript}
  const said = (text) => { document.getElementById("said").textContent = text; };
  heard["ui/notifications/tool-input"] = ({ arguments: given }) => {
    document.getElementById("for").textContent = "For " + given.play;
  };
  heard["ui/notifications/tool-result"] = ({ structuredContent }) => {
    for (const seat of structuredContent.free) {
      const button = document.createElement("button");
      button.textContent = "Take " + seat;
      button.onclick = () => ask("tools/call", { name: "reserve_seat", arguments: { seat } })
        .then(({ structuredContent: { reserved } }) => said("Yours: " + reserved), ({ message }) => said(message));
      document.getElementById("free").append(button);
    }
    tell("ui/notifications/size-changed", { width: 300, height: 333 });
  };
  document.getElementById("more").onclick = () =>
    ask("ui/message", { role: "user", content: { type: "text", text: "Is there a cloakroom?" } })
      .then(() => said("Told"), ({ message }) => said(message));
  document.getElementById("site").onclick = () => ask("ui/open-link", { url: "https://theatre.test/plan" });
  start("seats");
</script></body></html>`;
