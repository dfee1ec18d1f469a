import * as v from "valibot";
import type { IncomingFile, Reading } from "../../kind.ts";

const user = v.object({
  id: v.number(),
  is_bot: v.optional(v.boolean(), false),
  first_name: v.optional(v.string(), ""),
  last_name: v.optional(v.string(), ""),
  username: v.optional(v.string()),
});
const chat = v.object({ id: v.number(), type: v.string(), title: v.optional(v.string()) });
const file = v.object({
  file_id: v.string(),
  file_name: v.optional(v.string()),
  mime_type: v.optional(v.string()),
  file_size: v.optional(v.number()),
});
type TelegramFile = v.InferOutput<typeof file>;

const message = v.object({
  message_id: v.number(),
  message_thread_id: v.optional(v.number()),
  is_topic_message: v.optional(v.boolean()),
  from: v.optional(user),
  chat,
  text: v.optional(v.string()),
  caption: v.optional(v.string()),
  /** The same picture in several sizes. */
  photo: v.optional(v.array(file), []),
  ...{ document: v.optional(file), voice: v.optional(file), audio: v.optional(file) },
  ...{ video: v.optional(file), video_note: v.optional(file) },
  sticker: v.optional(v.object({ emoji: v.optional(v.string(), "") })),
  location: v.optional(v.object({ latitude: v.number(), longitude: v.number() })),
  contact: v.optional(v.object({ phone_number: v.string(), first_name: v.optional(v.string(), "") })),
});
type Message = v.InferOutput<typeof message>;

const update = v.object({
  message: v.optional(message),
  callback_query: v.optional(
    v.object({ from: user, data: v.optional(v.string()), message: v.optional(message) }),
  ),
  my_chat_member: v.optional(
    v.object({ from: user, chat, new_chat_member: v.object({ status: v.string() }) }),
  ),
});

/** What a Telegram update says. */
export function readTelegram(body: unknown): Reading {
  const parsed = v.safeParse(update, body);
  if (!parsed.success) return { kind: "skipped", what: "An update in an unknown format." };
  const { message: said, callback_query: pressed, my_chat_member: member } = parsed.output;
  if (said) return readMessage(said);
  if (pressed?.message && pressed.data !== undefined)
    return readMessage({ ...withoutFiles(pressed.message), from: pressed.from, text: pressed.data });
  if (member) {
    const isOut = ["kicked", "left"].includes(member.new_chat_member.status);
    const sender = { id: String(member.chat.id), name: null };
    return { kind: isOut ? "optOut" : "optIn", sender, address: { chatId: String(member.chat.id) } };
  }
  const names = Object.keys(body as object).filter((key) => key !== "update_id"); // an object: it was parsed
  return { kind: "skipped", what: `An update of the kind ${names.join(", ") || "unknown"}.` };
}

/** Telegram sends each photo of an album by itself, with the same ID. */
export function readAlbum(body: unknown): string | null {
  const parsed = v.safeParse(v.object({ message: v.object({ media_group_id: v.string() }) }), body);
  return parsed.success ? parsed.output.message.media_group_id : null;
}

function readMessage(said: Message): Reading {
  const { chat: where, from } = said;
  if (from?.is_bot) return { kind: "skipped", what: "A message of another bot." };
  if (where.type === "channel") return { kind: "skipped", what: "A post in a channel." };
  const text = wordsOf(said);
  const files = filesOf(said);
  if (text === "" && files.length === 0)
    return { kind: "skipped", what: "A message without words, such as somebody joining." };
  // In a private chat the chat is the person; who blocks the bot is known by it.
  const id = where.type === "private" ? where.id : (from?.id ?? where.id);
  const name = [from?.first_name, from?.last_name].filter(Boolean).join(" ") || from?.username || where.title;
  return {
    kind: "message",
    sender: { id: String(id), name: name ?? null },
    ...{ text, files },
    address: {
      chatId: String(where.id),
      ...(said.is_topic_message &&
        said.message_thread_id !== undefined && { topicId: String(said.message_thread_id) }),
    },
  };
}

/** A press is on a message of ours: what that shows is not theirs. */
function withoutFiles({ message_id, message_thread_id, is_topic_message, chat: where }: Message): Message {
  return { message_id, message_thread_id, is_topic_message, chat: where, photo: [] };
}

function filesOf(said: Message): IncomingFile[] {
  const largest = said.photo.toSorted((one, other) => (other.file_size ?? 0) - (one.file_size ?? 0))[0];
  return [
    largest && describe(largest, "photo", "image/jpeg"),
    said.document && describe(said.document, "file"),
    said.voice && describe(said.voice, "voice message", "audio/ogg"),
    said.audio && describe(said.audio, "audio"),
    said.video && describe(said.video, "video", "video/mp4"),
    said.video_note && describe(said.video_note, "video message", "video/mp4"),
  ].filter((one) => one !== undefined);
}

function describe(
  { file_id: fileId, file_name, mime_type, file_size }: TelegramFile,
  name: string,
  contentType: string | null = null,
): IncomingFile {
  return {
    ...{ name: file_name ?? name, contentType: mime_type ?? contentType, sizeBytes: file_size ?? null },
    at: { fileId },
  };
}

/** What was said, with what is no file named in words. */
function wordsOf(said: Message): string {
  const parts = [
    said.sticker && (said.sticker.emoji || "[Sticker]"),
    said.location && `[Location ${said.location.latitude}, ${said.location.longitude}]`,
    said.contact && `[Contact ${said.contact.first_name} ${said.contact.phone_number}]`,
    // The first message of every chat says nothing; a link may put a word behind it.
    (said.text ?? said.caption ?? "").replace(/^\/start(@\w+)?\s*/, "").trim() ||
      (said.text?.startsWith("/start") ? "Hello" : ""),
  ];
  return parts.filter(Boolean).join("\n");
}
