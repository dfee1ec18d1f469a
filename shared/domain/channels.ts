import { channelNames } from "./channelNames.ts";
import { chatLanguages, languageNames } from "./chatLanguages.ts";

/** Messengers and mail by which people write to an agent; the chat widget and the hosted page are surfaces of their own. */
export const channelTypes = [
  "telegram",
  "email",
  "whatsapp",
  "messenger",
  "instagram",
  "slack",
  "sms",
  "call",
  "discord",
] as const;
export type ChannelType = (typeof channelTypes)[number];

/** Something that the team enters to connect a channel. */
export interface ChannelField {
  name: string;
  label: string;
  /** Sealed once saved, and never shown again. */
  isSecret?: true;
  isOptional?: true;
  hint?: string;
  placeholder?: string;
  /** A time of the day, or a time zone, instead of a text. */
  type?: "time" | "timeZone";
  /** What it is until something is entered. */
  usual?: string;
  /** The values to choose from; the first one where nothing is chosen. */
  choices?: readonly { value: string; label: string }[];
  /** Asked for only where another field has this value. */
  when?: FieldCondition;
}

/** What another field must say. */
export interface FieldCondition {
  field: string;
  is: string;
}

/** Something to do at the provider; with a condition, only where a field has that value. */
export type ChannelStep = string | { text: string; when: FieldCondition };

/** What screens and server must both know of a channel. */
export interface ChannelFacts {
  name: string;
  summary: string;
  fields: readonly ChannelField[];
  /** What to do at the provider, in order. `{webhook}` stands for the address to paste there. */
  steps: readonly ChannelStep[];
  /** With this value a button adds this installation's own app. It is offered only where the installation has one. */
  install?: FieldCondition;
  /** With this value the team creates an app from a manifest. */
  manifest?: FieldCondition;
  /** The addresses to paste at a provider that wants several, as paths below the webhook's. */
  addresses?: readonly { label: string; path: string }[];
  /** A conversation lasts as long as a call: nothing can be sent there before or after. */
  isLive?: true;
  /** How long after a person's message the agent may write freely, and the team at least; null where they always may. */
  windowMs: number | null;
  /** How long a person of the team may, where that is longer. */
  teamWindowMs?: number;
}

/** How mails reach an agent; a mailbox where nothing is chosen. */
export const mailWays = ["imap", "postmark", "mailgun", "sendgrid", "ses"] as const;
export type MailWay = (typeof mailWays)[number];

const byImap: FieldCondition = { field: "inbound", is: "imap" };
const byPostmark: FieldCondition = { field: "inbound", is: "postmark" };
const byMailgun: FieldCondition = { field: "inbound", is: "mailgun" };
const bySendgrid: FieldCondition = { field: "inbound", is: "sendgrid" };
const bySes: FieldCondition = { field: "inbound", is: "ses" };
const mailWayNames: Readonly<Record<MailWay, string>> = {
  imap: "A mailbox (IMAP)",
  postmark: "Postmark",
  mailgun: "Mailgun",
  sendgrid: "SendGrid",
  ses: "Amazon SES",
};
const byOwnApp: FieldCondition = { field: "connection", is: "own" };
/** Says that Slack is connected by this installation's own app. */
export const bySharedApp: FieldCondition = { field: "connection", is: "shared" };
const onTwilio: FieldCondition = { field: "provider", is: "twilio" };
const onTelnyx: FieldCondition = { field: "provider", is: "telnyx" };
const keepsQuiet: FieldCondition = { field: "quiet", is: "yes" };
/** When nothing is sent that nobody asked for. */
const quietFields: readonly ChannelField[] = [
  {
    name: "quiet",
    label: "Quiet hours",
    choices: [
      { value: "no", label: "Off" },
      { value: "yes", label: "On" },
    ],
    hint: "Holds new conversations, proactive messages and templates. Replies are always sent.",
  },
  { name: "quietFrom", label: "Quiet from", type: "time", usual: "20:00", when: keepsQuiet },
  { name: "quietTo", label: "Quiet until", type: "time", usual: "08:00", when: keepsQuiet },
  { name: "quietZone", label: "Time zone", type: "timeZone", isOptional: true, when: keepsQuiet },
];
const hourMs = 60 * 60_000;
/** Meta's platforms let a business write freely for a day after each message of a person. */
export const metaWindowMs = 24 * hourMs;
/** How long after it a member's reply on Messenger and Instagram may come. */
const metaTeamWindowMs = 7 * 24 * hourMs;

/** Each channel, in the order in which they are offered. */
export const channelKinds: Readonly<Record<ChannelType, ChannelFacts>> = {
  telegram: {
    name: channelNames.telegram,
    summary: "People write to your bot. Works without a public address.",
    fields: [
      {
        name: "token",
        label: "Bot token",
        isSecret: true,
        placeholder: "123456789:AAE…",
        hint: "From @BotFather. Anyone who has it can write as your bot.",
      },
      ...quietFields,
    ],
    steps: [
      "Open @BotFather in Telegram and send /newbot.",
      "Choose a name, and a username that ends in “bot”.",
      "Paste the token that BotFather gives you.",
    ],
    windowMs: null,
  },
  email: {
    name: channelNames.email,
    summary: "People write to a mailbox, and visitors get replies by mail.",
    fields: [
      {
        name: "inbound",
        label: "Incoming mail",
        choices: mailWays.map((value) => ({ value, label: mailWayNames[value] })),
      },
      { name: "address", label: "Address", placeholder: "help@example.com" },
      { name: "host", label: "IMAP server", placeholder: "imap.example.com", when: byImap },
      { name: "port", label: "IMAP port", placeholder: "993", isOptional: true, when: byImap },
      { name: "user", label: "User name", placeholder: "help@example.com", isOptional: true, when: byImap },
      {
        name: "password",
        label: "Password",
        isSecret: true,
        hint: "An app password, if your provider has them.",
        when: byImap,
      },
      {
        name: "hookPassword",
        label: "Webhook password",
        isSecret: true,
        hint: "At least 16 letters and digits. Enter the same one at Postmark.",
        when: byPostmark,
      },
      {
        name: "signingKey",
        label: "Webhook signing key",
        isSecret: true,
        hint: "From API security at Mailgun.",
        when: byMailgun,
      },
      {
        name: "verificationKey",
        label: "Verification key",
        placeholder: "MFkwEwYHKoZI…",
        hint: "The public key of your security policy at SendGrid.",
        when: bySendgrid,
      },
      {
        name: "topicArn",
        label: "SNS topic ARN",
        placeholder: "arn:aws:sns:eu-west-1:123456789012:mail",
        when: bySes,
      },
      ...quietFields,
    ],
    steps: [
      { text: "Create a mailbox only for the agent, or forward your support address to one.", when: byImap },
      { text: "Allow IMAP access for it. Many providers want an app password for that.", when: byImap },
      { text: "Enter its address, server and password here.", when: byImap },
      { text: "Forward your support address to the inbound address of a Postmark server.", when: byPostmark },
      {
        text: "As its inbound webhook, enter {webhook}, with pilothouse:PASSWORD@ before the host name.",
        when: byPostmark,
      },
      { text: "Check “Include raw email content in JSON payload”.", when: byPostmark },
      {
        text: "At Mailgun, create a route for your address that forwards to {webhook}, with /mime at its end.",
        when: byMailgun,
      },
      { text: "Point the MX records of your mail domain to mx.sendgrid.net.", when: bySendgrid },
      {
        text: "Under Inbound Parse, enter {webhook} and check “POST the raw, full MIME message”.",
        when: bySendgrid,
      },
      { text: "Attach a security policy with signature verification to it.", when: bySendgrid },
      {
        text: "In Amazon SES, create a receipt rule for your address. As its action, publish to an SNS topic, in Base64.",
        when: bySes,
      },
      { text: "Enter the topic’s ARN, and save here.", when: bySes },
      {
        text: "Subscribe {webhook} to the topic by HTTPS, without raw message delivery. It confirms itself.",
        when: bySes,
      },
      "Replies are sent by this installation’s mail server (SMTP_URL).",
    ],
    windowMs: null,
  },
  whatsapp: {
    name: channelNames.whatsapp,
    summary: "People write to your business number.",
    fields: [
      { name: "phoneNumberId", label: "Phone number ID", placeholder: "109876543210987" },
      { name: "businessAccountId", label: "WhatsApp Business account ID", placeholder: "102345678901234" },
      {
        name: "accessToken",
        label: "Access token",
        isSecret: true,
        hint: "Use a system user’s token. It does not expire.",
      },
      { name: "appSecret", label: "App secret", isSecret: true },
      {
        name: "verifyToken",
        label: "Verify token",
        isSecret: true,
        hint: "Any word. Enter the same one at Meta.",
      },
      ...quietFields,
    ],
    steps: [
      "Create a business app with WhatsApp at developers.facebook.com.",
      "Copy the phone number ID, the account ID and the app secret. Create a token for a system user.",
      "Save here. Then, under Webhooks, enter {webhook} and your verify token.",
      "Subscribe to the field “messages”.",
    ],
    windowMs: metaWindowMs,
  },
  messenger: {
    name: channelNames.messenger,
    summary: "People write to your Facebook page.",
    fields: metaFields("Page ID"),
    steps: metaSteps("Messenger", "your page"),
    windowMs: metaWindowMs,
    teamWindowMs: metaTeamWindowMs,
  },
  instagram: {
    name: channelNames.instagram,
    summary: "People send direct messages to your account.",
    fields: metaFields("Account ID"),
    steps: metaSteps("Instagram", "your account"),
    windowMs: metaWindowMs,
    teamWindowMs: metaTeamWindowMs,
  },
  slack: {
    name: channelNames.slack,
    summary: "Direct messages and mentions in your workspace.",
    fields: [
      {
        name: "connection",
        label: "Slack app",
        choices: [
          { value: "own", label: "Your own app" },
          { value: "shared", label: "Add to Slack" },
        ],
      },
      { name: "botToken", label: "Bot token", isSecret: true, placeholder: "xoxb-…", when: byOwnApp },
      { name: "signingSecret", label: "Signing secret", isSecret: true, when: byOwnApp },
      {
        name: "ratings",
        label: "Thumbs under answers",
        choices: [
          { value: "on", label: "Shown" },
          { value: "off", label: "Not shown" },
        ],
      },
      ...quietFields,
    ],
    install: bySharedApp,
    manifest: byOwnApp,
    steps: [
      {
        text: "Create the address, then create an app from the manifest below at api.slack.com/apps.",
        when: byOwnApp,
      },
      { text: "Install the app. Copy its bot token and signing secret, and save here.", when: byOwnApp },
      { text: "Under Event Subscriptions, retry {webhook} until Slack has verified it.", when: byOwnApp },
      { text: "Add the app to your workspace.", when: bySharedApp },
      "Write to the app, or invite it to a channel and mention it.",
    ],
    windowMs: null,
  },
  sms: {
    name: channelNames.sms,
    summary: "Text messages to your Twilio number.",
    fields: [
      { name: "accountSid", label: "Account SID", placeholder: "AC…" },
      { name: "number", label: "Your number", placeholder: "+15005550006" },
      { name: "authToken", label: "Auth token", isSecret: true },
      ...quietFields,
    ],
    steps: [
      "Buy a number with SMS at twilio.com.",
      "Copy the account SID and the auth token, and save here.",
      "In the number’s settings, under “A message comes in”, enter {webhook} with HTTP POST.",
    ],
    windowMs: null,
  },
  call: {
    name: channelNames.call,
    summary: "People call your number and talk to the agent.",
    fields: [
      {
        name: "provider",
        label: "Provider",
        choices: [
          { value: "twilio", label: "Twilio" },
          { value: "telnyx", label: "Telnyx" },
        ],
      },
      { name: "number", label: "Your number", placeholder: "+15005550006" },
      { name: "accountSid", label: "Account SID", placeholder: "AC…", when: onTwilio },
      { name: "authToken", label: "Auth token", isSecret: true, when: onTwilio },
      { name: "applicationId", label: "TeXML application ID", when: onTelnyx },
      { name: "apiKey", label: "API key", isSecret: true, placeholder: "KEY…", when: onTelnyx },
      {
        name: "publicKey",
        label: "Public key",
        when: onTelnyx,
        hint: "Under Keys & Credentials. Proves that a request comes from Telnyx.",
      },
      {
        name: "language",
        label: "Language",
        choices: chatLanguages.map((value) => ({ value, label: languageNames[value] })),
        hint: "The language that callers speak.",
      },
      {
        name: "greeting",
        label: "Greeting",
        isOptional: true,
        hint: "Empty: the agent says its name and that it is an AI assistant.",
      },
      {
        name: "voice",
        label: "Voice",
        isOptional: true,
        hint: "The provider’s name for it. Empty: the provider chooses one.",
      },
      {
        name: "transferTo",
        label: "Transfer to",
        isOptional: true,
        placeholder: "+15005550010",
        hint: "Rings when a caller asks for a person. Without a number, outside opening hours or without an answer, callers leave a message.",
      },
    ],
    steps: [
      { text: "Buy a number with voice at twilio.com, and turn on ConversationRelay.", when: onTwilio },
      { text: "Copy the account SID and the auth token, and save here.", when: onTwilio },
      {
        text: "In the number’s settings, enter {webhook} for “A call comes in” and “Call status changes”, with HTTP POST.",
        when: onTwilio,
      },
      { text: "Buy a number at telnyx.com and create a TeXML application for it.", when: onTelnyx },
      { text: "Copy the application ID, an API key and your public key, and save here.", when: onTelnyx },
      {
        text: "In the application, enter {webhook} as the voice URL and the status callback, with POST.",
        when: onTelnyx,
      },
      "Call the number to try it.",
    ],
    addresses: [
      { label: "Calls", path: "" },
      { label: "Call status", path: "/status" },
    ],
    windowMs: null,
    isLive: true,
  },
  discord: {
    name: channelNames.discord,
    summary: "People ask with the command /ask on your server.",
    fields: [
      { name: "applicationId", label: "Application ID" },
      { name: "publicKey", label: "Public key", placeholder: "64 characters" },
      { name: "botToken", label: "Bot token", isSecret: true },
      ...quietFields,
    ],
    steps: [
      "Create an application at discord.com/developers.",
      "Copy its application ID, public key and bot token, and save here. The command /ask is created for you.",
      "Enter {webhook} as the Interactions Endpoint URL.",
      "Invite the app to your server with the scopes bot and applications.commands.",
    ],
    windowMs: null,
  },
};

function metaFields(idLabel: string): ChannelField[] {
  return [
    { name: "pageId", label: idLabel },
    { name: "accessToken", label: "Access token", isSecret: true },
    { name: "appSecret", label: "App secret", isSecret: true },
    {
      name: "verifyToken",
      label: "Verify token",
      isSecret: true,
      hint: "Any word. Enter the same one at Meta.",
    },
    ...quietFields,
  ];
}

function metaSteps(product: string, whose: string): string[] {
  return [
    `Create a business app with ${product} at developers.facebook.com.`,
    `Connect ${whose} to it, and create an access token.`,
    "Copy the ID, the token and the app secret, and save here.",
    "Under Webhooks, enter {webhook} and your verify token. Subscribe to messages and message_reads.",
  ];
}

/** What a field says: what was entered, else its first choice. */
export function valueOfField(
  { name, choices }: Pick<ChannelField, "name" | "choices">,
  values: Readonly<Record<string, string>>,
): string {
  return values[name]?.trim() || (choices?.[0]?.value ?? "");
}

/** Whether something is asked for, or to be done, with these values. */
export function isWanted(
  { fields }: Pick<ChannelFacts, "fields">,
  { when }: { when?: FieldCondition },
  values: Readonly<Record<string, string>>,
): boolean {
  const other = fields.find(({ name }) => name === when?.field);
  return !when || !other || valueOfField(other, values) === when.is;
}

/** Whether the team connects a channel by adding this installation's own app. */
export function isInstalled(type: ChannelType, settings: Readonly<Record<string, string>>): boolean {
  const { install, fields } = channelKinds[type];
  return install !== undefined && isWanted({ fields }, { when: install }, settings);
}

/** How long after a person's message the team may write freely; null where it always may. */
export function teamWindowOf(type: ChannelType): number | null {
  const { windowMs, teamWindowMs } = channelKinds[type];
  return teamWindowMs ?? windowMs;
}

export function isChannelType(type: string): type is ChannelType {
  return Object.hasOwn(channelKinds, type);
}

/** How far a message got on its way to a person. It only moves forward, or fails. */
export const deliveryStates = ["queued", "sending", "sent", "delivered", "read", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Whether a delivery may pass from one state to the next: receipts come late, twice and out of order. */
export function mayBecome(from: DeliveryState, to: DeliveryState): boolean {
  if (from === "failed") return false;
  if (to === "failed") return from === "queued" || from === "sending" || from === "sent";
  return deliveryStates.indexOf(to) > deliveryStates.indexOf(from);
}
