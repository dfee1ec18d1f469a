import * as v from "valibot";
import { isAudioType, isImageType } from "../../../../shared/domain/attachments.ts";
import { channelKinds } from "../../../../shared/domain/channels.ts";
import { ChannelProblem } from "../../ChannelProblem.ts";
import type { ChannelDeps } from "../../deps.ts";
import { hashKey } from "../../hmac.ts";
import { createFetchMedia } from "../../fetchMedia.ts";
import type { ChannelKind, IncomingFile, Reading, SendingFile, Update } from "../../kind.ts";
import { createMeta, listOf, receiveMeta } from "./meta.ts";

/** Instagram shows pictures and sounds alone. */
const takenTypes = { messenger: /./, instagram: /^(image\/(png|jpeg|gif)|audio\/(mp4|wav))$/ };
const mostBytes = { messenger: 2000, instagram: 1000 };

const person = v.object({ id: v.string() });
const attachment = v.object({
  type: v.optional(v.string(), "file"),
  payload: v.optional(v.nullable(v.object({ url: v.optional(v.nullable(v.string())) }))),
});
type MetaAttachment = v.InferOutput<typeof attachment>;
const event = v.object({
  sender: v.optional(person),
  recipient: v.optional(person),
  message: v.optional(
    v.object({
      mid: v.string(),
      text: v.optional(v.string(), ""),
      is_echo: v.optional(v.boolean(), false),
      is_deleted: v.optional(v.boolean(), false),
      attachments: v.optional(v.array(attachment), []),
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
  const fetchMedia = createFetchMedia(deps, name);
  return {
    type,
    textLimit: mostBytes[type],
    choices: { most: 11, textLimit: 20 },
    files: { takes: ({ contentType }) => takenTypes[type].test(contentType), most: 1, mostBytes: 8_000_000 },
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

    receive: (request, channel) =>
      receiveMeta(request, channel, (content) => toUpdates(content, channel.settings["pageId"] ?? "")),
    read: (body) => readMessaging(body),
    fetchFile: (_, { at }, fetching) => fetchMedia(at["url"] ?? "", fetching),

    async findName(channel, { id, signal }) {
      const fields = type === "messenger" ? ["first_name", "last_name"] : ["name", "username"];
      const path = `${encodeURIComponent(id)}?fields=${fields.join(",")}`;
      const profile = await ask(channel, { path, signal });
      const known = fields.flatMap((field) => {
        const text = profile[field];
        return typeof text === "string" && text !== "" ? text : [];
      });
      return (type === "messenger" ? known.join(" ") : known[0]) || null;
    },

    async send(channel, { address, text, choices, files: [file], signal, isLate }) {
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
          ...(isLate
            ? { messaging_type: "MESSAGE_TAG", tag: "HUMAN_AGENT" }
            : { messaging_type: "RESPONSE" }),
          message: file
            ? { attachment: attachmentOf(file) }
            : { text, ...(quickReplies.length > 0 && { quick_replies: quickReplies }) },
        },
      });
      return { platformId: typeof answer["message_id"] === "string" ? answer["message_id"] : null };
    },

    async showTyping(channel, address, { signal }) {
      if (type === "instagram") return;
      const path = `${encodeURIComponent(channel.settings["pageId"] ?? "")}/messages`;
      const body = { recipient: { id: address["id"] }, sender_action: "typing_on" };
      await ask(channel, { path, signal, body });
    },
  };
}

/** Meta fetches it from here. */
function attachmentOf({ contentType, url }: SendingFile) {
  if (url === null) throw new ChannelProblem("message", "No public address is set. Set PUBLIC_URL.");
  const kind = isImageType(contentType) ? "image" : isAudioType(contentType) ? "audio" : "file";
  return { type: kind, payload: { url, is_reusable: false } };
}

/** Cuts a batch into its events. One app tells of all its pages: what came to another page than this one is left out. */
export function toUpdates(content: unknown, pageId: string): Update[] {
  const { entry } = (content ?? {}) as { entry?: unknown }; // looked at with care
  const ours = listOf(entry).filter(({ id }) => id === pageId);
  return ours.flatMap((one) =>
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
  if (!parsed.success) return { kind: "skipped", what: "An event in an unknown format." };
  const { sender, message, postback, delivery, read } = parsed.output;
  const [delivered] = delivery?.mids ?? [];
  if (delivered !== undefined) return { kind: "receipt", platformId: delivered, state: "delivered" };
  if (read?.mid !== undefined) return { kind: "receipt", platformId: read.mid, state: "read" };
  if (message?.is_echo) return { kind: "skipped", what: "An echo of what was sent." };
  if (message?.is_deleted) return { kind: "skipped", what: "A deleted message." };
  const { files, named } = sortAttachments(message?.attachments ?? []);
  const text = [...named, message?.text || postback?.title || postback?.payload || ""]
    .filter(Boolean)
    .join("\n");
  if (!sender || (text === "" && files.length === 0)) {
    const names = Object.keys(body as object).filter(
      (key) => !["sender", "recipient", "timestamp"].includes(key),
    ); // an object: it was parsed
    return { kind: "skipped", what: `An event of the kind ${names.join(", ") || "unknown"}.` };
  }
  return {
    ...{ kind: "message", sender: { id: sender.id, name: null }, text, files },
    address: { id: sender.id },
  };
}

const fileKinds = ["image", "video", "audio", "file"];

/** What can be fetched, and what is only named: a post that was shared, a place. */
function sortAttachments(attachments: MetaAttachment[]): { files: IncomingFile[]; named: string[] } {
  const files: IncomingFile[] = [];
  const named: string[] = [];
  for (const { type, payload } of attachments) {
    const url = payload?.url ?? "";
    if (!fileKinds.includes(type) || !URL.canParse(url)) named.push(`[${type}]`);
    else files.push({ name: nameIn(url) ?? type, contentType: null, sizeBytes: null, at: { url } });
  }
  return { files, named };
}

/** A file's own name is the last part of its address. */
function nameIn(url: string): string | undefined {
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  return /^[\w. -]{1,120}\.[a-z\d]{1,5}$/i.test(last) ? last : undefined;
}
