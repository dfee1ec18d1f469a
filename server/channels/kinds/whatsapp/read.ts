import * as v from "valibot";
import { hashKey } from "../../hmac.ts";
import type { IncomingFile, MovedSender, MovedTo, Reading, Update } from "../../kind.ts";
import { explainMeta, listOf } from "../meta/meta.ts";

const contact = v.object({
  profile: v.optional(v.object({ name: v.optional(v.string()) }), {}),
  wa_id: v.optional(v.string()),
  user_id: v.optional(v.string()),
});
const titled = v.object({ title: v.optional(v.string(), "") });
const media = v.optional(
  v.object({
    id: v.optional(v.string()),
    caption: v.optional(v.string(), ""),
    filename: v.optional(v.string()),
    mime_type: v.optional(v.string()),
    voice: v.optional(v.boolean()),
  }),
);
const message = v.object({
  id: v.string(),
  from: v.optional(v.string()),
  from_user_id: v.optional(v.string()),
  type: v.string(),
  text: v.optional(v.object({ body: v.string() })),
  button: v.optional(v.object({ text: v.optional(v.string(), "") })),
  interactive: v.optional(v.object({ button_reply: v.optional(titled), list_reply: v.optional(titled) })),
  ...{ image: media, video: media, document: media, audio: media, sticker: media },
  location: v.optional(v.object({ latitude: v.number(), longitude: v.number() })),
  system: v.optional(
    v.object({
      type: v.optional(v.string()),
      wa_id: v.optional(v.string()),
      user_id: v.optional(v.string()),
    }),
  ),
});
type Message = v.InferOutput<typeof message>;
const status = v.object({
  id: v.string(),
  status: v.string(),
  errors: v.optional(v.array(v.object({ code: v.optional(v.number()), title: v.optional(v.string()) })), []),
});
const part = v.union([v.object({ message, contact: v.nullable(contact) }), v.object({ status })]);

/**
 * Cuts a batch into messages and receipts, each with the contact that it names. One app tells of all its numbers: what came to
 * another number than this one is left out.
 */
export function toUpdates(content: unknown, phoneNumberId: string): Update[] {
  const { entry } = (content ?? {}) as { entry?: unknown }; // looked at with care
  const changes = listOf(entry).flatMap((one) => listOf(one["changes"]));
  return changes.flatMap((change): Update[] => {
    const value = (change["value"] ?? {}) as Record<string, unknown>; // read field by field
    const { phone_number_id: to } = (value["metadata"] ?? {}) as { phone_number_id?: unknown }; // compared only
    const isAboutNumber = [to, value["messages"], value["statuses"]].some((one) => one !== undefined);
    if (isAboutNumber && to !== phoneNumberId) return [];
    const contacts = listOf(value["contacts"]);
    const messages = listOf(value["messages"]).map((one) => {
      const writer = contacts.find(
        (known) =>
          (known["user_id"] !== undefined && known["user_id"] === one["from_user_id"]) ||
          (known["wa_id"] !== undefined && known["wa_id"] === one["from"]),
      );
      return {
        key: typeof one["id"] === "string" ? `m:${one["id"]}` : hashKey(one),
        conversation: String(one["from_user_id"] ?? writer?.["user_id"] ?? one["from"] ?? ""),
        at: Number(one["timestamp"] ?? 0) * 1000 || 0,
        body: { message: one, contact: writer ?? contacts[0] ?? null },
      };
    });
    const statuses = listOf(value["statuses"]).map((one) => ({
      key: `s:${String(one["id"])}:${String(one["status"])}`,
      conversation: String(one["recipient_user_id"] ?? one["recipient_id"] ?? ""),
      at: Number(one["timestamp"] ?? 0) * 1000 || 0,
      body: { status: one },
    }));
    const known = [...messages, ...statuses];
    if (known.length > 0) return known;
    return [{ key: hashKey(change), conversation: "", at: 0, body: change }];
  });
}

const states: Record<string, Extract<Reading, { kind: "receipt" }>["state"]> = {
  sent: "sent",
  delivered: "delivered",
  read: "read",
  failed: "failed",
  // Somebody heard a voice message.
  played: "read",
};

/** What a message or receipt of WhatsApp's says. */
export function readWhatsapp(body: unknown): Reading {
  const parsed = v.safeParse(part, body);
  if (!parsed.success) {
    const { field } = (body ?? {}) as { field?: unknown }; // named only
    return { kind: "skipped", what: `A change of the field ${String(field ?? "unknown")}.` };
  }
  if ("status" in parsed.output) {
    const { id, status: said, errors } = parsed.output.status;
    const state = states[said];
    if (!state) return { kind: "skipped", what: `A status of the kind ${said}.` };
    const [error] = errors;
    const problem = error && explainMeta(error.code, error.title);
    return { kind: "receipt", platformId: id, state, ...(problem !== undefined && { problem }) };
  }
  const { message: said, contact: writer } = parsed.output;
  const moved = readMoved(said);
  if (moved) return moved;
  const phone = said.from ?? writer?.wa_id;
  // A phone number is optional and may change; the business-scoped id stays.
  const id = said.from_user_id ?? writer?.user_id ?? phone;
  if (id === undefined) return { kind: "skipped", what: "A message without a sender." };
  const text = wordsOf(said);
  const files = filesOf(said);
  if (text === "" && files.length === 0)
    return { kind: "skipped", what: `A message of the kind ${said.type}.` };
  const name = writer?.profile.name ?? null;
  const sender = { id, name, ...(phone !== undefined && /^\d{7,15}$/.test(phone) && { phone: `+${phone}` }) };
  if (files.length === 0 && /^(stop|unsubscribe)$/i.test(text))
    return { kind: "optOut", sender, address: {} };
  return {
    kind: "message",
    ...{ sender, text, files },
    address: { userId: id, ...(phone !== undefined && { phone }) },
  };
}

/** WhatsApp itself tells of a new number, and of a new business-scoped ID. */
function readMoved({ from, from_user_id: fromId, system }: Message): Reading | null {
  if (!/^user_changed_(number|user_id)$/.test(system?.type ?? "")) return null;
  const { wa_id: phone = null, user_id: id = null } = system ?? {};
  if (phone === null && id === null) return null;
  return { kind: "moved", from: [fromId, from].filter((one) => one !== undefined), id, phone };
}

/** Gives what somebody is known by and reached at after a change: WhatsApp's ID stays where only the number changed. */
export function moveWhatsapp({ id, phone }: MovedSender, known: MovedTo): MovedTo {
  const isKnownByNumber = /^\d+$/.test(known.id);
  const next = id ?? (isKnownByNumber ? phone : null) ?? known.id;
  return { id: next, address: { userId: next, ...(phone !== null && { phone }) } };
}

const fileKinds = ["image", "video", "document", "audio", "sticker"] as const;

function filesOf(said: Message): IncomingFile[] {
  return fileKinds.flatMap((kind) => {
    const { id, filename, mime_type, voice } = said[kind] ?? {};
    if (id === undefined) return [];
    const name = filename ?? (voice ? "voice message" : kind);
    return { name, contentType: mime_type ?? null, sizeBytes: null, at: { id } };
  });
}

function wordsOf(said: Message): string {
  const { interactive, location } = said;
  return [
    ...fileKinds.map((kind) => said[kind]?.caption),
    location && `[Location ${location.latitude}, ${location.longitude}]`,
    said.text?.body ??
      said.button?.text ??
      interactive?.button_reply?.title ??
      interactive?.list_reply?.title ??
      "",
  ]
    .filter(Boolean)
    .join("\n")
    .trim();
}
