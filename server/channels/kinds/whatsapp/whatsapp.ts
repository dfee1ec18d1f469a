import { isAudioType, isImageType } from "../../../../shared/domain/attachments.ts";
import { channelKinds } from "../../../../shared/domain/channels.ts";
import { prepare } from "../../ChannelProblem.ts";
import type { ChannelDeps } from "../../deps.ts";
import { createFetchMedia } from "../../fetchMedia.ts";
import type { ChannelKind, OpenChannel, OutgoingFile, Sending, SendingFile } from "../../kind.ts";
import { tooLarge } from "../../readBytes.ts";
import { createMeta, receiveMeta } from "../meta/meta.ts";
import { listTemplates } from "./templates.ts";
import { moveWhatsapp, readWhatsapp, toUpdates } from "./read.ts";

const { name } = channelKinds.whatsapp;

/** WhatsApp, by Meta's Cloud API. */
export function createWhatsapp(deps: ChannelDeps): ChannelKind {
  const ask = createMeta(deps, name);
  const fetchMedia = createFetchMedia(deps, name);
  const messages = ({ settings }: OpenChannel) =>
    `${encodeURIComponent(settings["phoneNumberId"] ?? "")}/messages`;

  /** Brings a file to WhatsApp and gives the message that shows it. */
  async function uploadFile(channel: OpenChannel, file: SendingFile, signal: AbortSignal) {
    const { contentType, name: filename } = file;
    const body = new FormData();
    body.set("messaging_product", "whatsapp");
    body.set("type", contentType);
    body.set("file", new Blob([await file.read()], { type: contentType }), filename);
    const path = `${encodeURIComponent(channel.settings["phoneNumberId"] ?? "")}/media`;
    const { id } = await prepare(ask(channel, { path, signal, body }));
    if (isImageType(contentType)) return { type: "image", image: { id } };
    if (isAudioType(contentType)) return { type: "audio", audio: { id } };
    return { type: "document", document: { id, filename } };
  }

  return {
    type: "whatsapp",
    textLimit: 4096,
    choices: { most: 3, textLimit: 20 },
    files: { takes: isTaken, most: 1, mostBytes: 10_000_000 },
    disclosesAutomation: true,

    async connect(channel, signal) {
      const id = channel.settings["phoneNumberId"] ?? "";
      const path = `${encodeURIComponent(id)}?fields=display_phone_number,verified_name`;
      const answer = await ask(channel, { path, signal });
      const { verified_name: title, display_phone_number: number } = answer;
      return { id, label: [title, number].filter((one) => typeof one === "string").join(" ") || id };
    },

    listTemplates: (channel, signal) => listTemplates(ask, channel, signal),
    receive: (request, channel) =>
      receiveMeta(request, channel, (content) => toUpdates(content, channel.settings["phoneNumberId"] ?? "")),
    read: (body) => readWhatsapp(body),
    move: moveWhatsapp,

    async fetchFile(channel, { at }, { signal, mostBytes }) {
      const found = await ask(channel, { path: encodeURIComponent(at["id"] ?? ""), signal });
      const { url, file_size: sizeBytes } = found;
      if (typeof sizeBytes === "number" && sizeBytes > mostBytes) throw tooLarge(mostBytes, sizeBytes);
      const headers = { authorization: `Bearer ${channel.secrets["accessToken"] ?? ""}` };
      return fetchMedia(String(url), { headers, signal, mostBytes });
    },

    async send(channel, sending) {
      const content = await (sending.files[0]
        ? uploadFile(channel, sending.files[0], sending.signal)
        : contentOf(sending));
      const body = { messaging_product: "whatsapp", ...recipientOf(sending), ...content };
      const answer = await ask(channel, { path: messages(channel), signal: sending.signal, body });
      const [sent] = (answer["messages"] ?? []) as { id?: string }[]; // one for one
      return { platformId: sent?.id ?? null };
    },
  };
}

/** People are known by an id of their own; who has shown a number only is reached by that. */
function recipientOf({ address }: Sending) {
  const { phone, userId } = address;
  return phone
    ? { recipient_type: "individual", to: phone }
    : { recipient_type: "individual", recipient: userId };
}

const mostImageBytes = 5_000_000;

/** Of the kinds that are sent from here. */
function isTaken({ contentType, sizeBytes }: OutgoingFile): boolean {
  if (/^image\/(png|jpeg)$/.test(contentType)) return sizeBytes <= mostImageBytes;
  return /^(audio\/(mp4|mpeg|ogg)|application\/pdf|text\/plain)$/.test(contentType);
}

const longestBody = 1024;

function contentOf({ text, choices, template }: Sending) {
  if (template) {
    const { name: template_name, language, parameters } = template;
    return {
      type: "template",
      template: { name: template_name, language: { code: language }, components: parameters },
    };
  }
  if (choices.length === 0 || text.length > longestBody)
    return { type: "text", text: { body: text, preview_url: false } };
  const buttons = choices.map((title, index) => ({ type: "reply", reply: { id: `choice-${index}`, title } }));
  return { type: "interactive", interactive: { type: "button", body: { text }, action: { buttons } } };
}
