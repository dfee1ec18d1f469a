import { createHash } from "node:crypto";
import { channelKinds } from "../../../../shared/domain/channels.ts";
import { ChannelProblem } from "../../ChannelProblem.ts";
import type { ChannelDeps } from "../../deps.ts";
import { isSame } from "../../isSame.ts";
import type { ChannelKind, OpenChannel, SendingFile, Update } from "../../kind.ts";
import { fileMs } from "../../fetchMedia.ts";
import { readBytes } from "../../readBytes.ts";
import { createProviderFetch } from "../../request.ts";
import { readAlbum, readTelegram } from "./read.ts";

const { name } = channelKinds.telegram;
/** How long Telegram holds a request for news. */
const holdSeconds = 25;
/** The message waits for its draft no longer than this. */
const draftMs = 3000;
const kindsOfUpdates = ["message", "callback_query", "my_chat_member"];

interface Answer {
  ok: boolean;
  result?: unknown;
  description?: string;
  error_code?: number;
  parameters?: { retry_after?: number };
}

type BotCall = {
  signal: AbortSignal;
  withinMs?: number;
  /** In place of fields. */
  body?: FormData;
} & Record<string, unknown>;

/** Telegram, by its Bot API: polled, or told by a webhook where the server has a public https address. */
export function createTelegram({ channels, operatorFetch }: ChannelDeps): ChannelKind {
  const ask = createProviderFetch(operatorFetch, name);

  async function callBot(
    { secrets }: OpenChannel,
    method: string,
    { signal, withinMs, body, ...fields }: BotCall,
  ): Promise<unknown> {
    const response = await ask(`${channels.telegram}/bot${tokenOf(secrets)}/${method}`, {
      ...{ method: "POST", signal },
      ...(body
        ? { body }
        : { headers: { "content-type": "application/json" }, body: JSON.stringify(fields) }),
      ...(withinMs !== undefined && { withinMs }),
    });
    const answer = (await response.json().catch(() => ({ ok: false }))) as Answer; // checked field by field
    if (answer.ok === true) return answer.result;
    throw describe(answer, response.status);
  }

  return {
    type: "telegram",
    textLimit: 4096,
    choices: { most: 4, textLimit: 60 },
    files: { takes: () => true, most: 1, mostBytes: 10_000_000 },

    async connect(channel, signal) {
      const me = (await callBot(channel, "getMe", { signal })) as { id?: number; username?: string } | null; // checked below
      if (!me?.username) throw new ChannelProblem("credentials", "Telegram does not say which bot this is.");
      if (isTold(channel)) {
        await callBot(channel, "setWebhook", {
          ...{ signal, url: channel.webhookUrl, secret_token: channel.webhookSecret },
          allowed_updates: kindsOfUpdates,
        });
      } else await callBot(channel, "deleteWebhook", { signal });
      return { id: String(me.id), label: `@${me.username}` };
    },

    async disconnect(channel, signal) {
      await callBot(channel, "deleteWebhook", { signal });
    },

    receive({ headers, body }, channel) {
      const secret = headers.get("x-telegram-bot-api-secret-token") ?? "";
      if (!isSame(secret, channel.webhookSecret)) return { refused: true };
      return { updates: toUpdates([parse(body)], botOf(channel)) };
    },

    read: readTelegram,
    groupOf: readAlbum,

    async fetchFile(channel, { at }, { signal, mostBytes }) {
      const found = await callBot(channel, "getFile", { signal, file_id: at["fileId"] });
      const { file_path: path = "" } = (found ?? {}) as { file_path?: string }; // checked below
      if (!/^[\w-]+(\/[\w.-]*\w)*$/.test(path)) throw new ChannelProblem("message", noFile);
      const address = `${channels.telegram}/file/bot${tokenOf(channel.secrets)}/${path}`;
      const response = await ask(address, { signal, withinMs: fileMs });
      if (!response.ok) throw new ChannelProblem("message", noFile);
      return { bytes: await readBytes(response, mostBytes) };
    },

    async send(channel, { address, text, choices, files: [file], signal }) {
      if (file) {
        const { method, body } = await writeFile(file, address);
        const sent = await callBot(channel, method, { signal, body, withinMs: fileMs });
        return { platformId: platformIdOf(address, sent) };
      }
      const keyboard = choices.map((choice) => [{ text: choice }]);
      const sent = await callBot(channel, "sendMessage", {
        ...{ signal, chat_id: address["chatId"], text },
        ...(address["topicId"] && { message_thread_id: Number(address["topicId"]) }),
        reply_markup:
          keyboard.length > 0
            ? { keyboard, one_time_keyboard: true, resize_keyboard: true }
            : { remove_keyboard: true },
      });
      return { platformId: platformIdOf(address, sent) };
    },

    async showTyping(channel, address, { signal }) {
      await callBot(channel, "sendChatAction", { signal, chat_id: address["chatId"], action: "typing" });
    },

    drafts: {
      // Groups have negative numbers, and show no drafts.
      isShownAt: ({ chatId }) => Number(chatId) > 0,
      afterMs: 0,
      everyMs: 1000,
      // Telegram takes 30 messages a second: what people are sent comes first.
      rate: { most: 15, withinMs: 1000 },
      async begin(channel, { address, messageId }) {
        const show = async (said: string) => {
          await callBot(channel, "sendMessageDraft", {
            ...{ signal: new AbortController().signal, withinMs: draftMs },
            ...{ chat_id: Number(address["chatId"]), draft_id: draftIdOf(messageId), text: said },
            ...(address["topicId"] && { message_thread_id: Number(address["topicId"]) }),
          });
        };
        return { show, at: null };
      },
    },

    polling: {
      isPolled: (channel) => !isTold(channel),
      accountOf: botOf,
      async poll(channel, { cursor, signal }) {
        const found = await callBot(channel, "getUpdates", {
          ...{ signal, withinMs: (holdSeconds + 10) * 1000, timeout: holdSeconds },
          ...{ offset: Number(cursor ?? 0), allowed_updates: kindsOfUpdates },
        });
        const updates = toUpdates(Array.isArray(found) ? found : [], botOf(channel));
        const last = Math.max(...updates.map(({ body }) => Number((body as RawUpdate).update_id)));
        return { updates, cursor: Number.isFinite(last) ? String(last + 1) : cursor };
      },
    },
  };
}

/** A number for an answer, which is never zero. */
function draftIdOf(messageId: string): number {
  return createHash("sha256").update(messageId).digest().readUInt32BE() % 2 ** 31 || 1;
}

function platformIdOf(address: Readonly<Record<string, string>>, sent: unknown): string {
  const { message_id: id } = (sent ?? {}) as { message_id?: number }; // only read for its number
  return `${address["chatId"]}:${id ?? ""}`;
}

/** Pictures and recordings are shown in the chat; all else is a document. */
async function writeFile(file: SendingFile, address: Readonly<Record<string, string>>) {
  const [method, field] = methodOf(file.contentType);
  const body = new FormData();
  body.set("chat_id", address["chatId"] ?? "");
  if (address["topicId"]) body.set("message_thread_id", address["topicId"]);
  body.set(field, new Blob([await file.read()], { type: file.contentType }), file.name);
  return { method, body };
}

function methodOf(contentType: string): [method: string, field: string] {
  if (/^image\/(png|jpeg)$/.test(contentType)) return ["sendPhoto", "photo"];
  if (contentType === "audio/ogg") return ["sendVoice", "voice"];
  if (/^audio\/(mpeg|mp4)$/.test(contentType)) return ["sendAudio", "audio"];
  return ["sendDocument", "document"];
}

const noFile = "Telegram no longer gives it.";

/** Stands in paths: what is no token must not become another address. */
function tokenOf(secrets: OpenChannel["secrets"]): string {
  const token = secrets["token"] ?? "";
  if (!/^\d+:[\w-]+$/.test(token)) throw new ChannelProblem("credentials", "This is not a bot token.");
  return token;
}

/** Telegram sends to https only, on few ports, and to addresses of the internet. */
function isTold({ webhookUrl }: OpenChannel): boolean {
  const url = webhookUrl === null ? null : URL.parse(webhookUrl);
  if (url?.protocol !== "https:" || !["", "80", "88", "443", "8443"].includes(url.port)) return false;
  return (
    url.hostname.includes(".") &&
    !/^[\d.]+$/.test(url.hostname) &&
    !/\.(local|internal|test)$/.test(url.hostname)
  );
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

interface RawUpdate {
  update_id?: unknown;
  [kind: string]: unknown;
}

/** A new token of the same bot keeps the number before the colon. */
function botOf({ secrets }: Pick<OpenChannel, "secrets">): string {
  return secrets["token"]?.split(":")[0] ?? "";
}

/** Each bot counts its updates by itself. */
function toUpdates(found: unknown[], bot: string): Update[] {
  return found.flatMap((one) => {
    const update = one as RawUpdate | null; // checked field by field
    if (typeof update?.update_id !== "number") return [];
    const message = findMessage(update);
    return {
      key: `${bot}:${update.update_id}`,
      conversation: `${message?.chat?.id ?? ""}:${message?.message_thread_id ?? ""}`,
      // Updates of one second are in the order of their numbers.
      at: (message?.date ?? 0) * 1000 + (update.update_id % 1000),
      body: update,
    };
  });
}

function findMessage(update: RawUpdate) {
  const query = update["callback_query"] as { message?: unknown } | undefined; // checked below
  const message = update["message"] ?? update["my_chat_member"] ?? query?.message;
  return message as { chat?: { id?: number }; date?: number; message_thread_id?: number } | undefined; // read with care
}

function describe({ description = "", parameters }: Answer, status: number): ChannelProblem {
  if (status === 401 || status === 404)
    return new ChannelProblem(
      "credentials",
      "Telegram does not know this token. Get it from @BotFather again.",
    );
  if (status === 409)
    return new ChannelProblem(
      "credentials",
      "Another program reads this bot’s messages. Stop it, or create a bot for this agent only.",
    );
  if (status === 403)
    return new ChannelProblem("message", "They blocked the bot or left the chat, so nothing reaches them.");
  const retryAfterMs = parameters?.retry_after === undefined ? null : parameters.retry_after * 1000;
  if (retryAfterMs !== null)
    return new ChannelProblem("later", "Telegram asks to send more slowly.", retryAfterMs);
  return new ChannelProblem(
    "message",
    `Telegram refused it: ${description.slice(0, 200) || `status ${status}`}.`,
  );
}
