import { channelKinds } from "../../../../shared/domain/channels.ts";
import type { ChannelDeps } from "../../deps.ts";
import type { ChannelKind, OpenChannel, Sending } from "../../kind.ts";
import { createMeta, receiveMeta } from "../meta/meta.ts";
import { listTemplates } from "./templates.ts";
import { readWhatsapp, toUpdates } from "./read.ts";

const { name } = channelKinds.whatsapp;

/** WhatsApp, by Meta's Cloud API. */
export function createWhatsapp(deps: ChannelDeps): ChannelKind {
  const ask = createMeta(deps, name);
  const messages = ({ settings }: OpenChannel) =>
    `${encodeURIComponent(settings["phoneNumberId"] ?? "")}/messages`;
  return {
    type: "whatsapp",
    textLimit: 4096,
    choices: { most: 3, textLimit: 20 },
    disclosesAutomation: true,

    async connect(channel, signal) {
      const id = channel.settings["phoneNumberId"] ?? "";
      const path = `${encodeURIComponent(id)}?fields=display_phone_number,verified_name`;
      const answer = await ask(channel, { path, signal });
      const { verified_name: title, display_phone_number: number } = answer;
      return { id, label: [title, number].filter((one) => typeof one === "string").join(" ") || id };
    },

    listTemplates: (channel, signal) => listTemplates(ask, channel, signal),
    receive: (request, channel) => receiveMeta(request, channel, toUpdates),
    read: (body) => readWhatsapp(body),

    async send(channel, sending) {
      const body = { messaging_product: "whatsapp", ...recipientOf(sending), ...contentOf(sending) };
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
