import { channelKinds } from "../../../../shared/domain/channels.ts";
import { ChannelProblem } from "../../ChannelProblem.ts";
import type { ChannelDeps } from "../../deps.ts";
import { isSame } from "../../isSame.ts";
import type { ChannelKind, OpenChannel, Update } from "../../kind.ts";
import { createProviderFetch } from "../../request.ts";
import { readTelegram } from "./read.ts";

const { name } = channelKinds.telegram;
/** How long Telegram holds a request for news. */
const holdSeconds = 25;
const kindsOfUpdates = ["message", "callback_query", "my_chat_member"];

interface Answer {
  ok: boolean;
  result?: unknown;
  description?: string;
  error_code?: number;
  parameters?: { retry_after?: number };
}

/** Telegram, by its Bot API: polled, or told by a webhook where the server has a public https address. */
export function createTelegram({ channels, operatorFetch }: ChannelDeps): ChannelKind {
  const ask = createProviderFetch(operatorFetch, name);

  async function callBot(
    { secrets }: OpenChannel,
    method: string,
    { signal, withinMs, ...fields }: { signal: AbortSignal; withinMs?: number } & Record<string, unknown>,
  ): Promise<unknown> {
    const token = secrets["token"] ?? "";
    // It stands in the path: what is no token must not become another address.
    if (!/^\d+:[\w-]+$/.test(token)) throw new ChannelProblem("credentials", "This is not a bot token.");
    const response = await ask(`${channels.telegram}/bot${token}/${method}`, {
      ...{ method: "POST", signal, headers: { "content-type": "application/json" } },
      body: JSON.stringify(fields),
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
      return { updates: toUpdates([parse(body)]) };
    },

    read: readTelegram,

    async send(channel, { address, text, choices, signal }) {
      const keyboard = choices.map((choice) => [{ text: choice }]);
      const sent = (await callBot(channel, "sendMessage", {
        ...{ signal, chat_id: address["chatId"], text },
        ...(address["topicId"] && { message_thread_id: Number(address["topicId"]) }),
        reply_markup:
          keyboard.length > 0
            ? { keyboard, one_time_keyboard: true, resize_keyboard: true }
            : { remove_keyboard: true },
      })) as { message_id?: number } | null; // only read for its number
      return { platformId: `${address["chatId"]}:${sent?.message_id ?? ""}` };
    },

    async showTyping(channel, address, signal) {
      await callBot(channel, "sendChatAction", { signal, chat_id: address["chatId"], action: "typing" });
    },

    polling: {
      isPolled: (channel) => !isTold(channel),
      async poll(channel, { cursor, signal }) {
        const found = await callBot(channel, "getUpdates", {
          ...{ signal, withinMs: (holdSeconds + 10) * 1000, timeout: holdSeconds },
          ...{ offset: Number(cursor ?? 0), allowed_updates: kindsOfUpdates },
        });
        const updates = toUpdates(Array.isArray(found) ? found : []);
        const last = Math.max(...updates.map(({ key }) => Number(key)).filter(Number.isSafeInteger));
        return { updates, cursor: Number.isFinite(last) ? String(last + 1) : cursor };
      },
    },
  };
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

function toUpdates(found: unknown[]): Update[] {
  return found.flatMap((one) => {
    const update = one as RawUpdate | null; // checked field by field
    if (typeof update?.update_id !== "number") return [];
    const message = findMessage(update);
    return {
      key: String(update.update_id),
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
      "Another program reads this bot’s messages. Stop it, or make a bot for this agent alone.",
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
