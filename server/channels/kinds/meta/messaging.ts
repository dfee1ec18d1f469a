import * as v from "valibot";
import { channelKinds } from "../../../../shared/domain/channels.ts";
import { ChannelProblem } from "../../ChannelProblem.ts";
import type { ChannelDeps } from "../../deps.ts";
import { hashKey } from "../../hmac.ts";
import type { ChannelKind, Reading, Update } from "../../kind.ts";
import { createMeta, listOf, receiveMeta } from "./meta.ts";

const mostBytes = { messenger: 2000, instagram: 1000 };

const person = v.object({ id: v.string() });
const event = v.object({
  sender: v.optional(person),
  recipient: v.optional(person),
  message: v.optional(
    v.object({
      mid: v.string(),
      text: v.optional(v.string(), ""),
      is_echo: v.optional(v.boolean(), false),
      is_deleted: v.optional(v.boolean(), false),
      attachments: v.optional(v.array(v.object({ type: v.optional(v.string(), "file") })), []),
    }),
  ),
  postback: v.optional(v.object({ title: v.optional(v.string(), ""), payload: v.optional(v.string(), "") })),
  delivery: v.optional(v.object({ mids: v.optional(v.array(v.string()), []) })),
  read: v.optional(v.object({ mid: v.optional(v.string()) })),
});

/** Messenger and Instagram, which speak alike. */
export function createMessaging(deps: ChannelDeps, type: "messenger" | "instagram"): ChannelKind {
  const { name } = channelKinds[type];
  const ask = createMeta(deps, name);
  return {
    type,
    textLimit: mostBytes[type],
    choices: { most: 11, textLimit: 20 },
    disclosesAutomation: true,

    async connect(channel, signal) {
      const { pageId = "" } = channel.settings;
      const fields = type === "messenger" ? "name" : "username";
      const answer = await ask(channel, {
        path: `${encodeURIComponent(pageId)}?fields=id,${fields}`,
        signal,
      });
      if (answer["id"] !== pageId)
        throw new ChannelProblem("credentials", "The access token belongs to another account than this ID.");
      const label = String(answer[fields] ?? pageId);
      return { id: pageId, label: type === "instagram" ? `@${label}` : label };
    },

    receive: (request, channel) => receiveMeta(request, channel, toUpdates),
    read: (body) => readMessaging(body),

    async send(channel, { address, text, choices, signal, isAutomatic }) {
      const quickReplies = choices.map((choice) => ({
        content_type: "text",
        title: choice,
        payload: choice,
      }));
      const answer = await ask(channel, {
        path: `${encodeURIComponent(channel.settings["pageId"] ?? "")}/messages`,
        signal,
        body: {
          recipient: { id: address["id"] },
          ...(isAutomatic || type === "instagram"
            ? { messaging_type: "RESPONSE" }
            : { messaging_type: "MESSAGE_TAG", tag: "HUMAN_AGENT" }),
          message: { text, ...(quickReplies.length > 0 && { quick_replies: quickReplies }) },
        },
      });
      return { platformId: typeof answer["message_id"] === "string" ? answer["message_id"] : null };
    },

    async showTyping(channel, address, signal) {
      if (type === "instagram") return;
      const path = `${encodeURIComponent(channel.settings["pageId"] ?? "")}/messages`;
      const body = { recipient: { id: address["id"] }, sender_action: "typing_on" };
      await ask(channel, { path, signal, body });
    },
  };
}

/** Cuts a batch into its events. */
export function toUpdates(content: unknown): Update[] {
  const { entry } = (content ?? {}) as { entry?: unknown }; // looked at with care
  return listOf(entry).flatMap((one) =>
    listOf(one["messaging"]).map((body) => {
      const message = body["message"] as { mid?: unknown; is_echo?: unknown } | undefined; // compared only
      const sender = (body["sender"] as { id?: unknown } | undefined)?.id; // written as a text only
      const isWritten = typeof message?.mid === "string" && message.is_echo !== true;
      return {
        key: isWritten ? `m:${String(message.mid)}` : hashKey(body),
        conversation: String(sender ?? ""),
        at: typeof body["timestamp"] === "number" ? body["timestamp"] : 0,
        body,
      };
    }),
  );
}

/** What an event of Messenger or Instagram says. */
export function readMessaging(body: unknown): Reading {
  const parsed = v.safeParse(event, body);
  if (!parsed.success) return { kind: "skipped", what: "An event in a form that is not known." };
  const { sender, message, postback, delivery, read } = parsed.output;
  const [delivered] = delivery?.mids ?? [];
  if (delivered !== undefined) return { kind: "receipt", platformId: delivered, state: "delivered" };
  if (read?.mid !== undefined) return { kind: "receipt", platformId: read.mid, state: "read" };
  if (message?.is_echo) return { kind: "skipped", what: "An echo of what was sent." };
  if (message?.is_deleted) return { kind: "skipped", what: "A message that was taken back." };
  const files = (message?.attachments ?? []).map(({ type }) => `[${type}]`);
  const text = [...files, message?.text || postback?.title || postback?.payload || ""]
    .filter(Boolean)
    .join("\n");
  if (!sender || text === "") {
    const names = Object.keys(body as object).filter(
      (key) => !["sender", "recipient", "timestamp"].includes(key),
    ); // an object: it was parsed
    return { kind: "skipped", what: `An event of the kind ${names.join(", ") || "unknown"}.` };
  }
  return { kind: "message", sender: { id: sender.id, name: null }, text, address: { id: sender.id } };
}
