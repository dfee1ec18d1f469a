import type { IncomingMessage, ServerResponse } from "node:http";
import { startWebServer } from "../network/webServer.ts";
import { answerFile, takeFile } from "./providerFiles.ts";
import type { KeptFiles } from "./providerFiles.ts";
import { createSlackFake } from "./slackFake.ts";
import type { SlackFake } from "./slackFake.ts";
import type { ChannelSettings } from "../../../server/channels/settings.ts";

/** A message that a provider took. */
export interface TakenMessage {
  provider: "meta" | "slack" | "twilio" | "discord";
  path: string;
  body: Record<string, unknown>;
}

export interface ProviderServer {
  /** For the server's settings; Telegram, telephones and Amazon have fakes of their own. */
  addresses: Omit<ChannelSettings, "telegram" | "telnyx" | "sns">;
  taken: TakenMessage[];
  slack: SlackFake;
  /** What the providers keep for whoever may fetch it. */
  files: KeptFiles;
  /** What was brought to them, by the id that it has there. */
  brought: KeptFiles;
  /** What is asked at an address that ends so is answered after this. */
  held: Map<string, Promise<void>>;
  /** Numbers and IDs on WhatsApp that nobody has now. */
  gone: Set<string>;
  origin: string;
  stop(): Promise<void>;
}

export const metaToken = "meta-token";
export { slackToken } from "./slackFake.ts";
export const twilioAccount = { sid: "AC00000000000000000000000000000000", token: "twilio-token" };
const twilioAuthorization = `Basic ${Buffer.from(`${twilioAccount.sid}:${twilioAccount.token}`).toString("base64")}`;
export const discordToken = "discord-token";

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  text: string;
  /** What a form of several parts holds. */
  form: FormData | null;
  bytes: Buffer;
}

export type Answer = [status: number, body: object | Buffer, headers?: Record<string, string>];

/** Starts one server that stands in for Meta, Slack, Twilio and Discord, and refuses what they refuse, in their words. */
export async function startProviderServer(): Promise<ProviderServer> {
  const taken: TakenMessage[] = [];
  const take = (message: TakenMessage) => taken.push(message);
  const slack = createSlackFake();
  const files: KeptFiles = new Map();
  const brought: KeptFiles = new Map();
  const held: ProviderServer["held"] = new Map();
  const gone: ProviderServer["gone"] = new Set();
  const web = await startWebServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://fake");
    const [, provider = "", ...rest] = pathname.split("/");
    const bytes = await readBytes(request);
    const asked = {
      ...{ method: request.method ?? "GET", path: rest.join("/"), query: searchParams, bytes },
      ...{ headers: request.headers, text: bytes.toString(), form: await readForm(request, bytes) },
    };
    const keeping = {
      ...{ files, brought, metaToken, twilioAuthorization, origin: web.origin },
      unscoped: slack.unscoped,
    };
    await held.get(rest.at(-1) ?? "");
    const [status, body, headers = {}] =
      answerFile(provider, asked, keeping) ??
      (await takeFile(provider, asked, keeping)) ??
      (provider === "slack"
        ? slack.answer(asked, take)
        : (refuseGone(provider, asked, gone) ??
          providers[provider]?.(asked, take, taken.length) ?? [404, {}]));
    const content = Buffer.isBuffer(body) ? body : JSON.stringify(body);
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(content);
  }

  const at = (name: string) => `${web.origin}/${name}`;
  return {
    addresses: { meta: at("meta"), slack: at("slack"), twilio: at("twilio"), discord: at("discord") },
    ...{ taken, slack, files, brought, held, gone, origin: web.origin },
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
    if (asked.method === "GET" && asked.path === "900") return profileOf(asked, refuse);
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

  twilio(asked, take, count) {
    if (asked.headers.authorization !== twilioAuthorization)
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
    const body = parse(asked.form ? String(asked.form.get("payload_json")) : asked.text);
    if (asked.path.endsWith("/commands")) return [201, { id: "2", ...body }];
    const isEmpty = typeof body["content"] !== "string" || body["content"] === "";
    if (isEmpty && !asked.form?.has("files[0]"))
      return [400, { code: 50006, message: "Cannot send an empty message" }];
    if (String(body["content"]).length > 2000) return [400, { code: 50035, message: "Invalid Form Body" }];
    if (String(body["nonce"] ?? "").length > 25) return [400, { code: 50035, message: "Invalid Form Body" }];
    take({ provider: "discord", path: asked.path, body });
    return [200, { id: String(100 + count) }];
  },
};

/** What Meta tells of a person: the fields that were asked for, where there are such. */
function profileOf({ query }: Asked, refuse: (code: number, message: string) => Answer): Answer {
  const profile: Record<string, string> = {
    ...{ name: "Ada Lovelace", username: "ada", first_name: "Ada", last_name: "Lovelace" },
  };
  const fields = (query.get("fields") ?? "").split(",");
  const unknown = fields.find((field) => profile[field] === undefined);
  if (unknown !== undefined) return refuse(100, `Tried accessing nonexisting field (${unknown}).`);
  return [200, { id: "900", ...Object.fromEntries(fields.map((field) => [field, profile[field]])) }];
}

/** WhatsApp takes nothing for a number or an id that its owner gave up. */
function refuseGone(
  provider: string,
  { method, text, form }: Asked,
  gone: ReadonlySet<string>,
): Answer | null {
  if (provider !== "meta" || method !== "POST" || form) return null;
  const { to, recipient } = parse(text);
  return gone.has(String(to ?? recipient))
    ? [400, { error: { message: "Message undeliverable.", code: 131026, type: "OAuthException" } }]
    : null;
}

/** Two pages, as Meta gives long lists. */
function templates(after: string | null): object {
  const confirmation = {
    ...{ id: "1", name: "order_ready", language: "en_US", status: "APPROVED", category: "UTILITY" },
    components: [
      { type: "HEADER", format: "TEXT", text: "News from {{1}}" },
      { type: "BODY", text: "Hello {{1}}, your order {{2}} is ready." },
    ],
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

interface Attached {
  type?: string;
  payload?: { url?: string };
}

function messengerProblem(body: Record<string, unknown>): string | null {
  const { id } = (body["recipient"] ?? {}) as { id?: unknown }; // compared below
  const { text, attachment } = (body["message"] ?? {}) as { text?: unknown; attachment?: Attached }; // compared below
  if (typeof id !== "string") return "Param recipient must be an object.";
  if (attachment !== undefined)
    return ["image", "audio", "video", "file"].includes(attachment.type ?? "") &&
      attachment.payload?.url?.startsWith("https://")
      ? null
      : "Invalid attachment.";
  if (typeof text !== "string" || text === "" || text.length > 2000)
    return "Length of param message[text] must be at most 2000.";
  return ["RESPONSE", "UPDATE", "MESSAGE_TAG"].includes(String(body["messaging_type"]))
    ? null
    : "Param messaging_type must be one of RESPONSE, UPDATE, MESSAGE_TAG.";
}

function parse(text: string): Record<string, unknown> {
  return JSON.parse(text || "{}") as Record<string, unknown>; // what the server under test sent
}

/** Reads a whole request. */
export async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // no encoding is set
  return Buffer.concat(chunks);
}

/** Reads a form of several parts; null for any other body. */
export async function readForm({ headers }: IncomingMessage, bytes: Buffer): Promise<FormData | null> {
  const type = headers["content-type"] ?? "";
  if (!type.startsWith("multipart/form-data")) return null;
  return new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData();
}
