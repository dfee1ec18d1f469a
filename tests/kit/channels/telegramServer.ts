import type { IncomingMessage, ServerResponse } from "node:http";
import { readBytes, readForm } from "./providerServer.ts";
import { startWebServer } from "../network/webServer.ts";

export const botToken = "123456789:AAEexample-token_of-a-bot";

export interface SentMessage {
  chat_id: string;
  text: string;
  reply_markup?: { keyboard?: { text: string }[][] };
}

export interface SentDraft {
  chat_id: number;
  draft_id: number;
  text: string;
}

export interface TelegramServer {
  origin: string;
  /** What the bot sent, in order. */
  sent: SentMessage[];
  /** The previews that it showed, in order; none of them is a message. */
  drafts: SentDraft[];
  /** By which it counts what comes too fast. */
  now: () => number;
  /** The names of all methods that were called. */
  calls: string[];
  webhook: { url: string; secret: string } | null;
  /** What the bot sent as files, each with its method. */
  sentFiles: { method: string; chat: string; file: Blob }[];
  /** What people sent, by its id. */
  files: Map<string, Buffer>;
  /** Puts updates into the bot's queue; each needs a number of its own. */
  push(...updates: object[]): void;
  /** A person writes in a private chat; gives the update. */
  say(text: string, options?: { chatId?: number; updateId?: number; date?: number }): object;
  /** Refuses or breaks the next calls of a method. */
  failNext(method: string, answer: Failure): void;
  stop(): Promise<void>;
}

interface Failure {
  status: number;
  body?: object;
  headers?: Record<string, string>;
  isCut?: boolean;
}

const blockedChat = "403";

/** Starts a server that speaks Telegram's Bot API and refuses what Telegram refuses, in its words. */
export async function startTelegramServer(): Promise<TelegramServer> {
  const sent: SentMessage[] = [];
  const drafts: SentDraft[] = [];
  const draftedAt = new Map<number, number>();
  const files = new Map<string, Buffer>();
  const sentFiles: TelegramServer["sentFiles"] = [];
  const calls: string[] = [];
  const queue: { update_id: number }[] = [];
  const failures = new Map<string, Failure[]>();
  const waiting = new Set<() => void>();
  const fake = { webhook: null as TelegramServer["webhook"] };
  let [lastUpdate, lastMessage] = [1000, 0];

  const web = await startWebServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, token, method = ""] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? "") ?? [];
    const bytes = await readBytes(request);
    const form = await readForm(request, bytes);
    const text = form ? "" : bytes.toString();
    const [, opener, path = ""] = /^\/file\/bot([^/]+)\/documents\/(.+)\.bin$/.exec(request.url ?? "") ?? [];
    if (opener === botToken) return void response.end(files.get(path));
    if (token !== botToken) return refuse(response, 401, "Unauthorized");
    calls.push(method);
    const failure = failures.get(method)?.shift();
    if (failure?.isCut) return void request.socket.destroy();
    for (const [name, value] of Object.entries(failure?.headers ?? {})) response.setHeader(name, value);
    if (failure) return reply(response, failure.status, failure.body ?? { ok: false });
    const fields = JSON.parse(text || "{}") as Record<string, unknown>; // what the server under test sent
    if (form) return takeForm(method, form, response);
    const handler = methods[method];
    if (!handler) return refuse(response, 404, "Not Found");
    await handler(fields, response);
  }

  function takeForm(method: string, form: FormData, response: ServerResponse): void {
    const field = { sendPhoto: "photo", sendVoice: "voice", sendAudio: "audio", sendDocument: "document" }[
      method
    ];
    const file = field === undefined ? null : form.get(field);
    if (!(file instanceof Blob))
      return refuse(response, 400, `Bad Request: there is no ${field} in the request`);
    const chat = String(form.get("chat_id") ?? "");
    if (chat === "") return refuse(response, 400, "Bad Request: chat_id is empty");
    sentFiles.push({ method, chat, file });
    grant(response, { message_id: (lastMessage += 1), chat: { id: chat } });
  }

  type Method = (fields: Record<string, unknown>, response: ServerResponse) => void | Promise<void>;
  const methods: Record<string, Method> = {
    getMe: (_, response) => grant(response, { id: 123456789, is_bot: true, username: "shop_bot" }),
    setWebhook: ({ url, secret_token: secret }, response) => {
      if (typeof url !== "string" || !url.startsWith("https://"))
        return refuse(response, 400, "Bad Request: bad webhook: An HTTPS URL must be provided for webhook");
      if (typeof secret !== "string" || !/^[\w-]{1,256}$/.test(secret))
        return refuse(response, 400, "Bad Request: secret token contains unallowed characters");
      fake.webhook = { url, secret };
      grant(response, true);
    },
    deleteWebhook: (_, response) => {
      fake.webhook = null;
      grant(response, true);
    },
    getUpdates: async ({ offset = 0, timeout = 0 }, response) => {
      if (fake.webhook)
        return refuse(response, 409, "Conflict: can't use getUpdates method while webhook is active");
      const from = Number(offset);
      while (queue[0] && queue[0].update_id < from) queue.shift();
      if (queue.length === 0 && Number(timeout) > 0)
        await new Promise<void>((resolve) => {
          waiting.add(resolve);
          response.on("close", resolve);
        });
      grant(response, queue.slice(0, 100));
    },
    getFile: ({ file_id: id }, response) => {
      const bytes = files.get(String(id));
      if (!bytes)
        return refuse(response, 400, "Bad Request: wrong file_id or the file is temporarily unavailable");
      if (bytes.length > 20_000_000) return refuse(response, 400, "Bad Request: file is too big");
      const file_path = `documents/${String(id)}.bin`;
      grant(response, { file_id: id, file_unique_id: id, file_size: bytes.length, file_path });
    },
    sendChatAction: ({ chat_id: chat, action }, response) =>
      chat === undefined || action === undefined
        ? refuse(response, 400, "Bad Request: wrong parameter action in request")
        : grant(response, true),
    sendMessageDraft: (fields, response) => {
      const { chat_id: chat, draft_id: id, text = "" } = fields;
      if (typeof chat !== "number") return refuse(response, 400, "Bad Request: chat_id is empty");
      if (chat < 0) return refuse(response, 400, "Bad Request: PEER_ID_INVALID");
      if (!Number.isInteger(id) || id === 0)
        return refuse(response, 400, "Bad Request: draft_id must be non-zero");
      if (typeof text !== "string" || text.length > 4096)
        return refuse(response, 400, "Bad Request: text must be encoded in UTF-8 and be of at most 4096");
      const at = server.now();
      if (at - (draftedAt.get(chat) ?? -Infinity) < 1000)
        return reply(response, 429, {
          ...{ ok: false, error_code: 429, description: "Too Many Requests: retry after 1" },
          parameters: { retry_after: 1 },
        });
      draftedAt.set(chat, at);
      drafts.push({ chat_id: chat, draft_id: Number(id), text });
      grant(response, true);
    },
    sendMessage: (fields, response) => {
      const { chat_id: chat, text } = fields;
      if (chat === undefined || chat === "") return refuse(response, 400, "Bad Request: chat_id is empty");
      if (typeof text !== "string" || text.trim() === "")
        return refuse(response, 400, "Bad Request: message text is empty");
      if (text.length > 4096) return refuse(response, 400, "Bad Request: message is too long");
      if (String(chat) === blockedChat)
        return refuse(response, 403, "Forbidden: bot was blocked by the user");
      sent.push(fields as unknown as SentMessage); // checked above as far as tests look
      grant(response, { message_id: (lastMessage += 1), chat: { id: chat }, text });
    },
  };

  const server: TelegramServer = {
    origin: web.origin,
    ...{ sent, sentFiles, drafts, calls, files, now: Date.now },
    get webhook() {
      return fake.webhook;
    },
    push(...updates) {
      queue.push(...(updates as { update_id: number }[])); // each has one
      waiting.forEach((wake) => wake());
      waiting.clear();
    },
    say(text, { chatId = 77, updateId = (lastUpdate += 1), date = Math.floor(Date.now() / 1000) } = {}) {
      const from = { id: chatId, is_bot: false, first_name: "Ada", last_name: "Lovelace", username: "ada" };
      const chat = { id: chatId, type: "private", first_name: "Ada" };
      const update = { update_id: updateId, message: { message_id: updateId, from, chat, date, text } };
      server.push(update);
      return update;
    },
    failNext(method, failure) {
      failures.set(method, [...(failures.get(method) ?? []), failure]);
    },
    stop: async () => {
      waiting.forEach((wake) => wake());
      await web.stop();
    },
  };
  return server;
}

function grant(response: ServerResponse, result: unknown): void {
  reply(response, 200, { ok: true, result });
}

function refuse(response: ServerResponse, status: number, description: string): void {
  reply(response, status, { ok: false, error_code: status, description });
}

function reply(response: ServerResponse, status: number, body: object): void {
  if (response.destroyed) return;
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
