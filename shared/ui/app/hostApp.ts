import { appHeights, appProtocolVersion, maxAppMessage } from "../../domain/mcpApps.ts";

type Json = Record<string, unknown>;

/** What an app gets at its start: the tool that it shows, with its input and result. */
export interface AppFacts {
  tool: { readonly name: string; readonly title: string; readonly inputSchema: object };
  input: object;
  result: object | null;
}

/** What an app may request. Each method refuses by throwing, with a message for the app. */
export interface AppActs {
  callTool(name: string, given: Json): Promise<Json>;
  /** Opens an http or https address if the person agrees. */
  openLink(url: string): Promise<void>;
  /** Sends a text as the visitor's message if they agree. */
  say(text: string): Promise<void>;
}

export interface AppHostOptions {
  frame: HTMLIFrameElement;
  facts: AppFacts;
  /** Null for the team, which only views. */
  acts: AppActs | null;
  theme: "light" | "dark";
  locale: string;
  /** The height that it needs in pixels, within the limits for apps. */
  onHeight(height: number): void;
  /** The app asks to be closed. */
  onEnd(): void;
}

/** The most requests at the same time; more are refused. */
const mostAsked = 4;
const codes = { method: -32601, params: -32602, refused: -32000 };

class Refusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Connects an app in its frame by the MCP Apps protocol: JSON-RPC over messages. What it sends is untrusted. Its document has
 * no origin to address, so messages go to the frame's window, and only those from it are read. Returns a function that
 * disconnects it.
 */
export function hostApp(options: AppHostOptions): () => void {
  const { frame, facts, acts, onHeight, onEnd } = options;
  let asked = 0;
  let hasBegun = false;

  const post = (message: Json): void => frame.contentWindow?.postMessage({ jsonrpc: "2.0", ...message }, "*");

  function handleMessage({ source, data }: MessageEvent): void {
    if (source === null || source !== frame.contentWindow) return;
    const { jsonrpc, id, method, params } = asJson(data);
    if (jsonrpc !== "2.0" || typeof method !== "string") return;
    if (typeof id === "string" || typeof id === "number") void answer(id, method, asJson(params));
    else hear(method, asJson(params));
  }

  async function answer(id: string | number, method: string, params: Json): Promise<void> {
    asked += 1;
    try {
      if (asked > mostAsked) throw new Refusal(codes.refused, "Too many requests.");
      post({ id, result: await take(method, params) });
    } catch (error) {
      const code = error instanceof Refusal ? error.code : codes.refused;
      post({ id, error: { code, message: error instanceof Error ? error.message : "It did not work." } });
    } finally {
      asked -= 1;
    }
  }

  async function take(method: string, params: Json): Promise<Json> {
    if (method === "ui/initialize") return describeHost(options);
    if (method === "ping") return {};
    if (method === "ui/request-display-mode") return { mode: "inline" };
    if (acts) {
      if (method === "tools/call") {
        const { name, arguments: given = {} } = params;
        if (typeof name !== "string" || !isJson(given))
          throw new Refusal(codes.params, "Give the tool's name, and its arguments as an object.");
        return acts.callTool(name, given);
      }
      if (method === "ui/open-link") {
        await acts.openLink(readLink(params));
        return {};
      }
      if (method === "ui/message") {
        await acts.say(readText(params));
        return {};
      }
    }
    throw new Refusal(codes.method, `${method.slice(0, 100)} is not offered here.`);
  }

  function hear(method: string, { height }: Json): void {
    if (method === "ui/notifications/size-changed" && typeof height === "number" && height > 0)
      onHeight(Math.min(appHeights.most, Math.max(appHeights.least, Math.ceil(height))));
    if (method === "ui/notifications/initialized" && !hasBegun) {
      hasBegun = true;
      post({ method: "ui/notifications/tool-input", params: { arguments: facts.input } });
      if (facts.result) post({ method: "ui/notifications/tool-result", params: facts.result });
    }
    if (method === "ui/notifications/request-teardown") {
      post({ id: "end", method: "ui/resource-teardown", params: { reason: "The app asked for it." } });
      onEnd();
    }
  }

  addEventListener("message", handleMessage);
  return () => removeEventListener("message", handleMessage);
}

function describeHost({ frame, facts, acts, theme, locale }: AppHostOptions): Json {
  return {
    protocolVersion: appProtocolVersion,
    hostInfo: { name: "Pilothouse", version: "1" },
    hostCapabilities: acts ? { openLinks: {}, serverTools: {}, message: { text: {} } } : {},
    hostContext: {
      toolInfo: { tool: facts.tool },
      ...{ theme, locale, displayMode: "inline", availableDisplayModes: ["inline"], platform: "web" },
      containerDimensions: { width: frame.clientWidth, maxHeight: appHeights.most },
    },
  };
}

function readLink({ url }: Json): string {
  const isLink = typeof url === "string" && /^https?:\/\//i.test(url) && URL.canParse(url);
  if (!isLink || url.length > 2000)
    throw new Refusal(codes.params, "Only http and https addresses are opened.");
  return new URL(url).href;
}

/** One text, or several in a list. */
function readText({ content }: Json): string {
  const blocks: unknown[] = Array.isArray(content) ? content : [content];
  const texts = blocks.map((block) => {
    const { type, text } = asJson(block);
    if (type !== "text" || typeof text !== "string")
      throw new Refusal(codes.params, "Only text can be sent as a message.");
    return text;
  });
  const whole = texts.join("\n").trim();
  if (whole === "" || whole.length > maxAppMessage)
    throw new Refusal(codes.params, `Send from 1 to ${maxAppMessage} characters.`);
  return whole;
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function asJson(value: unknown): Json {
  return isJson(value) ? value : {};
}
