import type { IncomingMessage, ServerResponse } from "node:http";
import { startWebServer } from "../network/webServer.ts";
import type { ChannelSettings } from "../../../server/channels/settings.ts";

/** A message that a provider took. */
export interface TakenMessage {
  provider: "meta" | "slack" | "twilio" | "discord";
  path: string;
  body: Record<string, unknown>;
}

export interface ProviderServer {
  /** For the server's settings; Telegram has a fake of its own. */
  addresses: Omit<ChannelSettings, "telegram">;
  taken: TakenMessage[];
  stop(): Promise<void>;
}

export const metaToken = "meta-token";
export const slackToken = "xoxb-token";
export const twilioAccount = { sid: "AC00000000000000000000000000000000", token: "twilio-token" };
export const discordToken = "discord-token";

interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  text: string;
}

type Answer = [status: number, body: object];

/** Starts one server that stands in for Meta, Slack, Twilio and Discord, and refuses what they refuse, in their words. */
export async function startProviderServer(): Promise<ProviderServer> {
  const taken: TakenMessage[] = [];
  const take = (message: TakenMessage) => taken.push(message);
  const web = await startWebServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://fake");
    const [, provider = "", ...rest] = pathname.split("/");
    const asked = {
      ...{ method: request.method ?? "GET", path: rest.join("/"), query: searchParams },
      ...{ headers: request.headers, text: await readText(request) },
    };
    const [status, body] = providers[provider]?.(asked, take, taken.length) ?? [404, {}];
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  }

  const at = (name: string) => `${web.origin}/${name}`;
  return {
    addresses: { meta: at("meta"), slack: at("slack"), twilio: at("twilio"), discord: at("discord") },
    taken,
    stop: web.stop,
  };
}

const providers: Record<
  string,
  (asked: Asked, take: (message: TakenMessage) => void, count: number) => Answer
> = {
  meta(asked, take, count) {
    const refuse = (code: number, message: string): Answer => [
      400,
      { error: { message, code, type: "OAuthException" } },
    ];
    if (asked.headers.authorization !== `Bearer ${metaToken}`)
      return [401, { error: { message: "Invalid OAuth access token.", code: 190, type: "OAuthException" } }];
    if (asked.path.endsWith("/message_templates")) return [200, templates(asked.query.get("after"))];
    if (asked.method === "GET")
      return [
        200,
        {
          id: asked.path,
          name: "Shop",
          username: "shop",
          verified_name: "Shop",
          display_phone_number: "+1 555",
        },
      ];
    const body = parse(asked.text);
    if (body["sender_action"]) return [200, { recipient_id: "1" }];
    const problem = body["messaging_product"] === "whatsapp" ? whatsappProblem(body) : messengerProblem(body);
    if (problem) return refuse(100, problem);
    take({ provider: "meta", path: asked.path, body });
    const id = `wamid.${count + 1}`;
    return [200, body["messaging_product"] ? { messages: [{ id }] } : { recipient_id: "1", message_id: id }];
  },

  slack(asked, take, count) {
    if (asked.headers.authorization !== `Bearer ${slackToken}`)
      return [200, { ok: false, error: "invalid_auth" }];
    if (asked.path === "auth.test") return [200, { ok: true, user_id: "UBOT", user: "helper", team: "Acme" }];
    if (asked.path !== "chat.postMessage") return [200, { ok: false, error: "unknown_method" }];
    const body = parse(asked.text);
    const text = body["markdown_text"] ?? body["text"];
    if (typeof body["channel"] !== "string") return [200, { ok: false, error: "channel_not_found" }];
    if (typeof text !== "string" || text === "") return [200, { ok: false, error: "no_text" }];
    if (text.length > 12_000) return [200, { ok: false, error: "msg_too_long" }];
    take({ provider: "slack", path: asked.path, body });
    return [200, { ok: true, channel: body["channel"], ts: `1700000000.00000${count}` }];
  },

  twilio(asked, take, count) {
    const right = Buffer.from(`${twilioAccount.sid}:${twilioAccount.token}`).toString("base64");
    if (asked.headers.authorization !== `Basic ${right}`)
      return [401, { code: 20003, message: "Authenticate" }];
    if (asked.method === "GET") return [200, { sid: twilioAccount.sid, friendly_name: "Shop" }];
    const body = Object.fromEntries(new URLSearchParams(asked.text));
    if (!/^\+\d{7,15}$/.test(body["To"] ?? ""))
      return [400, { code: 21211, message: "Invalid 'To' Phone Number" }];
    if (!body["Body"]) return [400, { code: 21602, message: "Message body is required" }];
    if (body["Body"].length > 1600)
      return [400, { code: 21617, message: "The body exceeds the 1600 character limit" }];
    take({ provider: "twilio", path: asked.path, body });
    return [201, { sid: `SM${count + 1}`, status: "queued" }];
  },

  discord(asked, take, count) {
    if (asked.headers.authorization !== `Bot ${discordToken}`)
      return [401, { message: "401: Unauthorized", code: 0 }];
    if (asked.path === "users/@me") return [200, { id: "1", username: "helper" }];
    const body = parse(asked.text);
    if (asked.path.endsWith("/commands")) return [201, { id: "2", ...body }];
    if (typeof body["content"] !== "string" || body["content"] === "")
      return [400, { code: 50006, message: "Cannot send an empty message" }];
    if (body["content"].length > 2000) return [400, { code: 50035, message: "Invalid Form Body" }];
    if (String(body["nonce"] ?? "").length > 25) return [400, { code: 50035, message: "Invalid Form Body" }];
    take({ provider: "discord", path: asked.path, body });
    return [200, { id: String(100 + count) }];
  },
};

/** Two pages, as Meta gives long lists. */
function templates(after: string | null): object {
  const confirmation = {
    ...{ id: "1", name: "order_ready", language: "en_US", status: "APPROVED", category: "UTILITY" },
    components: [{ type: "BODY", text: "Hello {{1}}, your order {{2}} is ready." }],
  };
  const plain = {
    ...{ id: "2", name: "hello_again", language: "en_US", status: "APPROVED", category: "MARKETING" },
    components: [{ type: "BODY", text: "Hello again." }],
  };
  return after === null
    ? { data: [confirmation], paging: { cursors: { after: "two" }, next: "https://graph.example/next" } }
    : { data: [plain], paging: { cursors: { after: "end" } } };
}

function whatsappProblem(body: Record<string, unknown>): string | null {
  if (typeof body["to"] !== "string" && typeof body["recipient"] !== "string")
    return "The parameter to is required.";
  if (body["type"] === "text") {
    const { body: text = "" } = (body["text"] ?? {}) as { body?: string }; // compared below
    if (text === "" || text.length > 4096) return "Param text['body'] must be at most 4096 characters long.";
  }
  if (body["type"] === "interactive") {
    const { action } = body["interactive"] as { action?: { buttons?: { reply: { title: string } }[] } }; // compared below
    const buttons = action?.buttons ?? [];
    if (buttons.length < 1 || buttons.length > 3)
      return "Invalid buttons count. Min allowed buttons: 1, Max: 3";
    if (buttons.some(({ reply }) => reply.title.length > 20)) return "Button title length invalid.";
  }
  if (body["type"] === "template") {
    const { components = [] } = body["template"] as { components?: { parameters?: { text?: string }[] }[] }; // compared below
    if (components.some(({ parameters = [] }) => parameters.some(({ text }) => text === "")))
      return "Parameter text must not be empty.";
  }
  return null;
}

function messengerProblem(body: Record<string, unknown>): string | null {
  const { id } = (body["recipient"] ?? {}) as { id?: unknown }; // compared below
  const { text } = (body["message"] ?? {}) as { text?: unknown }; // compared below
  if (typeof id !== "string") return "Param recipient must be an object.";
  if (typeof text !== "string" || text === "" || text.length > 2000)
    return "Length of param message[text] must be at most 2000.";
  return ["RESPONSE", "UPDATE", "MESSAGE_TAG"].includes(String(body["messaging_type"]))
    ? null
    : "Param messaging_type must be one of RESPONSE, UPDATE, MESSAGE_TAG.";
}

function parse(text: string): Record<string, unknown> {
  return JSON.parse(text || "{}") as Record<string, unknown>; // what the server under test sent
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // no encoding is set
  return Buffer.concat(chunks).toString();
}
