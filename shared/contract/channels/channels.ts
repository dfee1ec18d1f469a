import * as v from "valibot";
import {
  channelKinds,
  channelTypes,
  deliveryStates,
  isChannelType,
  isWanted,
} from "../../domain/channels.ts";
import { maxMessageCharacters } from "../../domain/limits.ts";
import { isTimeZone } from "../../domain/openingHours.ts";
import { timeOfDay } from "../../domain/zoneTime.ts";
import { call } from "../call.ts";
import { clientId } from "../conversations/conversations.ts";
import { attachmentIds } from "../conversations/files/attachment.ts";
import { confirmed, count, data, id, revision, savedBy, text, time } from "../shapes.ts";

const channelType = v.picklist(channelTypes);

/** `connected`: the provider took the credentials. `broken`: it refused them, or can't be reached; `problem` says why. */
const channelState = v.picklist(["off", "connected", "broken"]);

/** A channel as members see it. Secrets are shown by their last four characters. */
export const channelSurface = v.object({
  type: channelType,
  enabled: v.boolean(),
  settings: v.record(v.string(), v.string()),
  secrets: v.record(v.string(), v.string()),
  state: channelState,
  problem: v.nullable(v.string()),
  /** Whom the provider knows the agent as, such as @shop_bot; null before it said so. */
  account: v.nullable(v.string()),
  /** What the provider sends to; null where nobody has said at which address the server is reached. */
  webhookUrl: v.nullable(v.string()),
  /** This installation has an app of its own at the provider, which `installChannel` adds. */
  isInstallable: v.boolean(),
  lastReceivedAt: v.nullable(time),
  lastSentAt: v.nullable(time),
  revision: count,
  savedBy,
});
export type ChannelSurface = v.InferOutput<typeof channelSurface>;

const base = "/v1/org/{orgId}/copilotapps/{productId}" as const;
const surface = `${base}/surfaces/{surfaceType}` as const;

const values = v.pipe(
  v.record(v.pipe(v.string(), v.regex(/^[a-z][A-Za-z]{0,40}$/), v.notValue("__proto__")), text(4000)),
  v.check((fields) => Object.keys(fields).length <= 20, "Use at most 20 fields."),
);

/** Every channel, also those that nobody has set up yet. */
export const listChannels = call({
  family: "console",
  method: "GET",
  path: `${base}/channels`,
  who: { member: "surfaces.read" },
  summary: "Lists the channels by which people can write to an agent.",
  answer: v.object({ items: v.array(channelSurface) }),
});

export const getChannel = call({
  family: "console",
  method: "GET",
  path: surface,
  who: { member: "surfaces.read" },
  summary: "Returns one channel of an agent.",
  answer: data(channelSurface),
});

/**
 * Secrets that are left out stay as they are. While it is enabled, the provider is asked at once whether it takes the
 * credentials; `state` and `problem` say what it answered. 400 `invalid_input` where a field is missing or unknown.
 */
export const updateChannel = call({
  family: "console",
  method: "PUT",
  path: surface,
  who: { member: "surfaces.update" },
  audit: "Changed a channel",
  summary: "Saves and connects a channel. Takes effect immediately.",
  body: data(
    v.strictObject({
      revision,
      enabled: v.boolean(),
      settings: v.optional(values, {}),
      secrets: v.optional(values, {}),
    }),
  ),
  answer: data(channelSurface),
  answersWithinMs: 30_000,
});

/** What was written stays in the inbox; what was on its way is not sent. 404 for a provider that the channel doesn't have. */
export const deleteChannel = call({
  family: "console",
  method: "DELETE",
  path: surface,
  who: { member: "surfaces.update" },
  audit: "Deleted a channel",
  summary: "Disconnects a channel and deletes its credentials.",
  query: v.object({ ...confirmed.entries, provider: v.optional(text(60)) }),
  answer: data(channelSurface),
  answersWithinMs: 30_000,
});

export const testChannel = call({
  family: "console",
  method: "POST",
  path: `${surface}/test`,
  who: { member: "surfaces.update" },
  audit: false,
  summary: "Checks a channel's credentials with the provider.",
  answer: data(channelSurface),
  answersWithinMs: 30_000,
});

/**
 * The browser goes to the address that it gives, and comes back to `returnTo` with `installed`, the channel, or `connectError`.
 * Good once, for this session and in this browser. 409 `conflict` where the installation has no app for this channel.
 */
export const installChannel = call({
  family: "console",
  method: "POST",
  path: `${surface}/install`,
  who: { member: "surfaces.update" },
  audit: false,
  summary: "Returns the address for adding this installation's app to a workspace.",
  body: data(v.strictObject({ returnTo: text(2000) })),
  answer: data(v.object({ url: v.string() })),
  limit: "checkKey",
  forKeys: "never",
});

/** The address to be registered at Slack. */
export const returnFromSlack = call({
  family: "webhooks",
  method: "GET",
  path: "/v1/slack-return",
  who: "anyone",
  audit: "Added an agent to Slack",
  summary: "Receives the return from Slack, and connects the agent to the workspace.",
  query: v.object({
    state: v.optional(text(200)),
    code: v.optional(text(4000)),
    error: v.optional(text(200)),
  }),
  answer: v.object({ location: v.string() }),
  redirects: { onError: "/" },
  limit: "signInByProvider",
});

const delivery = v.object({
  id,
  messageId: id,
  state: v.picklist(deliveryStates),
  /** Why it failed, in words for people. */
  problem: v.nullable(v.string()),
  /** The end of the quiet hours that hold it back; null where nothing does. */
  waitsUntil: v.nullable(time),
  updatedAt: time,
});
export type ChannelDelivery = v.InferOutput<typeof delivery>;

/** How a conversation continues outside of the chat. */
const threadChannel = v.object({
  type: channelType,
  /** Whom messages go to: a username, a number, an address. */
  address: v.string(),
  /** Until when the team may write freely; null where it always may. */
  writableUntil: v.nullable(time),
  /** They asked for no more messages. */
  isOptedOut: v.boolean(),
  deliveries: v.array(delivery),
});
export type ThreadChannel = v.InferOutput<typeof threadChannel>;

export const getThreadChannel = call({
  family: "console",
  method: "GET",
  path: `${base}/threads/{threadId}/channel`,
  who: { member: "conversations.read" },
  summary: "Returns the channel of a conversation, and the delivery states of its messages.",
  answer: data(v.nullable(threadChannel)),
});

/** One way to reply in a conversation: a channel by which the contact is known, or the chat in which it began. */
const replyChannel = v.object({
  /** Null for the place where the conversation began, where that is no channel. */
  type: v.nullable(channelType),
  /** The contact's ID there; null with the type. */
  externalId: v.nullable(v.string()),
  /** For people: a name, a number, an address. */
  address: v.nullable(v.string()),
  isCurrent: v.boolean(),
  /** Why replies can't go there now, in words; null where they can. */
  problem: v.nullable(v.string()),
  /** The reply window has closed, and only approved templates may be sent until the contact writes again. */
  isTemplatesOnly: v.boolean(),
});
export type ReplyChannel = v.InferOutput<typeof replyChannel>;

export const listReplyChannels = call({
  family: "console",
  method: "GET",
  path: `${base}/threads/{threadId}/channel/choices`,
  who: { member: "conversations.reply" },
  summary: "Lists the channels by which the team can reply in a conversation.",
  answer: v.object({ items: v.array(replyChannel) }),
});

/** What the contact writes by any of their channels stays in this conversation. 409 `contact_unreachable`, with the reason, where replies can't go there. */
export const chooseReplyChannel = call({
  family: "console",
  method: "PUT",
  path: `${base}/threads/{threadId}/channel`,
  who: { member: "conversations.reply" },
  audit: "Chose another channel for replies",
  summary: "Sends the next replies of a conversation by another channel of the same contact.",
  body: data(
    v.strictObject({
      type: v.nullable(channelType),
      externalId: v.nullable(v.pipe(v.string(), v.maxLength(300))),
    }),
  ),
  answer: data(v.nullable(threadChannel)),
});

/** One piece of a message, as a channel sends it. */
const previewPiece = v.object({
  /** Of a mail. */
  subject: v.nullable(v.string()),
  text: v.string(),
  /** The channel formats the text itself. */
  isMarkdown: v.boolean(),
  /** Names of the files that go along, and of those that go as links. */
  files: v.array(v.string()),
  links: v.array(v.string()),
  /** What the network charges for one text message. */
  segments: v.nullable(v.object({ count, encoding: v.picklist(["GSM-7", "UCS-2"]) })),
});
export type PreviewPiece = v.InferOutput<typeof previewPiece>;

/** Nothing is sent. Null where replies go by no channel. Files that are no longer there are left out. */
export const previewMessage = call({
  family: "console",
  method: "POST",
  path: `${base}/threads/{threadId}/channel/preview`,
  who: { member: "conversations.reply" },
  audit: false,
  summary: "Previews the messages that a channel would send for a reply.",
  body: data(
    v.strictObject({
      content: v.pipe(v.string(), v.maxLength(maxMessageCharacters)),
      attachments: v.optional(attachmentIds, []),
    }),
  ),
  answer: data(v.nullable(v.object({ type: channelType, pieces: v.array(previewPiece) }))),
});

/** 409 `conflict` where it did not fail. */
export const resendMessage = call({
  family: "console",
  method: "POST",
  path: `${base}/threads/{threadId}/channel/deliveries/{channelDeliveryId}/resend`,
  who: { member: "conversations.reply" },
  audit: "Resent a message",
  summary: "Resends a message that did not reach its channel.",
  answer: data(delivery),
});

/** A message that WhatsApp approved: it may be sent at any time, with its placeholders filled. */
const whatsappTemplate = v.object({
  name: v.string(),
  language: v.string(),
  category: v.string(),
  /** As people read it, each placeholder under its name in `placeholders`: `{{header 1}}`, `{{body name}}`. */
  text: v.string(),
  /** What has to be filled, in order: `header 1`, `body name`. */
  placeholders: v.array(v.string()),
  /** Why it can't be sent from here; null where it can. */
  problem: v.nullable(v.string()),
});
export type WhatsappTemplate = v.InferOutput<typeof whatsappTemplate>;

/** 404 where WhatsApp is not connected; 422 `surface_refused` where it refuses to tell them, in words. */
export const getWhatsappTemplates = call({
  family: "console",
  method: "GET",
  path: `${base}/threads/get-whatsapp-templates`,
  who: { member: "conversations.reply" },
  summary: "Lists the approved message templates of the connected WhatsApp account.",
  answer: v.object({ items: v.array(whatsappTemplate) }),
  answersWithinMs: 30_000,
});

/** The message is in the conversation as people read it. 400 `invalid_input` where a placeholder is left empty. */
export const sendTemplate = call({
  family: "console",
  method: "POST",
  path: `${base}/threads/{threadId}/channel/template`,
  who: { member: "conversations.reply" },
  audit: "Sent a template",
  summary: "Sends an approved template in a WhatsApp conversation, even after its 24 hours.",
  body: data(
    v.strictObject({
      clientId,
      name: v.pipe(v.string(), v.minLength(1), v.maxLength(512)),
      language: v.pipe(v.string(), v.minLength(2), v.maxLength(20)),
      values: v.pipe(v.array(v.pipe(v.string(), v.trim(), v.maxLength(1000))), v.maxLength(30)),
    }),
  ),
  answer: data(v.object({ messageId: id })),
  answersWithinMs: 30_000,
});

/** Why a channel can't be saved as it is, by field; empty where it can. */
/* @__NO_SIDE_EFFECTS__ */
export function findFieldProblems(
  type: string,
  { settings, secrets, kept }: Record<"settings" | "secrets", Record<string, string>> & { kept: string[] },
): { path: string; message: string }[] {
  if (!isChannelType(type)) return [];
  const facts = channelKinds[type];
  const { fields } = facts;
  const known = (isSecret: boolean) => fields.filter((field) => (field.isSecret ?? false) === isSecret);
  const pathOf = (isSecret: boolean, name: string) =>
    `body.data.${isSecret ? "secrets" : "settings"}.${name}`;
  const problems: { path: string; message: string }[] = [];
  for (const isSecret of [false, true]) {
    const given = isSecret ? secrets : settings;
    for (const name of Object.keys(given))
      if (!known(isSecret).some((field) => field.name === name))
        problems.push({ path: pathOf(isSecret, name), message: "This channel has no such field." });
    for (const field of known(isSecret)) {
      const { name, isOptional, choices } = field;
      const value = given[name]?.trim() ?? "";
      const isMissing = value === "" && !isOptional && !choices && !(isSecret && kept.includes(name));
      if (isMissing && isWanted(facts, field, settings))
        problems.push({ path: pathOf(isSecret, name), message: "Field is required" });
      if (choices && value !== "" && !choices.some((choice) => choice.value === value))
        problems.push({ path: pathOf(isSecret, name), message: "Choose one of the list." });
    }
  }
  const quiet = findQuietProblems(settings).map(([name, message]) => ({
    path: pathOf(false, name),
    message,
  }));
  return [...problems, ...quiet];
}

function findQuietProblems(settings: Record<string, string>): [field: string, message: string][] {
  const { quiet, quietFrom = "", quietTo = "", quietZone = "" } = settings;
  if (quiet !== "yes") return [];
  const problems = Object.entries({ quietFrom, quietTo })
    .filter(([, value]) => value.trim() !== "" && !timeOfDay.test(value.trim()))
    .map(([name]): [string, string] => [name, "Write a time like 22:00."]);
  if (quietFrom.trim() !== "" && quietFrom.trim() === quietTo.trim())
    problems.push(["quietTo", "The end must differ from the start."]);
  if (quietZone.trim() !== "" && !isTimeZone(quietZone.trim()))
    problems.push(["quietZone", "Write a time zone like Europe/Berlin."]);
  return problems;
}
