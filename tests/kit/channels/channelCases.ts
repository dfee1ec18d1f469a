import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import type { ChannelType } from "../../../shared/domain/channels.ts";
import { discordToken, metaToken, slackToken, twilioAccount } from "./providerServer.ts";

const discordKeys = generateKeyPairSync("ed25519");
const meta = { accessToken: metaToken, appSecret: "app-secret", verifyToken: "verify" };

/** A channel as its provider sets it up, and as it sends what people write. */
export interface ChannelCase {
  type: ChannelType;
  settings: Record<string, string>;
  secrets: Record<string, string>;
  account: string;
  /** A message of a person's, as the provider sends it. */
  body: (text: string, id: string) => string;
  sign: (body: string, url: string) => Record<string, string>;
  /** Where in what was sent the text is. */
  textOf: (body: Record<string, unknown>) => unknown;
}

const hmac = (algorithm: string, secret: string, content: string) =>
  createHmac(algorithm, secret).update(content);
export const signMeta = (body: string) => ({
  "x-hub-signature-256": `sha256=${hmac("sha256", meta.appSecret, body).digest("hex")}`,
});
export const whatsappBody = (value: object, phoneNumberId = "109") => {
  const metadata = { display_phone_number: "1555", phone_number_id: phoneNumberId };
  return JSON.stringify({
    object: "whatsapp_business_account",
    entry: [
      {
        id: "1",
        changes: [{ field: "messages", value: { messaging_product: "whatsapp", metadata, ...value } }],
      },
    ],
  });
};
export const seconds = () => String(Math.floor(Date.now() / 1000));
const messaging = (object: string) => (text: string, mid: string) =>
  JSON.stringify({
    object,
    entry: [
      {
        id: "7",
        messaging: [
          { sender: { id: "900" }, recipient: { id: "7" }, timestamp: Date.now(), message: { mid, text } },
        ],
      },
    ],
  });
const messageText = ({ message }: Record<string, unknown>) =>
  (message as { text?: string } | undefined)?.text;

export const channelCases: ChannelCase[] = [
  {
    type: "whatsapp",
    settings: { phoneNumberId: "109", businessAccountId: "102" },
    secrets: meta,
    account: "Shop +1 555",
    body: (text, id) =>
      whatsappBody({
        contacts: [{ profile: { name: "Ada" }, user_id: "US.1349" }],
        // A phone number is optional: the person is known by their business-scoped id.
        messages: [{ from_user_id: "US.1349", id, timestamp: seconds(), type: "text", text: { body: text } }],
      }),
    sign: signMeta,
    textOf: ({ text, interactive }) =>
      (text as { body: string } | undefined)?.body ?? (interactive as { body: { text: string } }).body.text,
  },
  ...(["messenger", "instagram"] as const).map((type): ChannelCase => ({
    type,
    settings: { pageId: "7" },
    secrets: meta,
    account: type === "messenger" ? "Shop" : "@shop",
    body: messaging(type === "messenger" ? "page" : "instagram"),
    sign: signMeta,
    textOf: messageText,
  })),
  {
    type: "slack",
    settings: {},
    secrets: { botToken: slackToken, signingSecret: "signing" },
    account: "@helper in Acme",
    body: (text, id) =>
      JSON.stringify({
        ...{ type: "event_callback", team_id: "T1", event_id: `Ev${id}` },
        event: {
          type: "message",
          channel_type: "im",
          channel: "D1",
          user: "U1",
          text,
          ts: `${seconds()}.${id.length}`,
        },
      }),
    sign: (body) => {
      const at = seconds();
      const signature = hmac("sha256", "signing", `v0:${at}:${body}`).digest("hex");
      return { "x-slack-request-timestamp": at, "x-slack-signature": `v0=${signature}` };
    },
    textOf: (body) => body["markdown_text"] ?? body["text"],
  },
  {
    type: "sms",
    settings: { accountSid: twilioAccount.sid, number: "+15005550006" },
    secrets: { authToken: twilioAccount.token },
    account: "+15005550006",
    body: (text, id) =>
      new URLSearchParams({
        MessageSid: id,
        From: "+15005550001",
        To: "+15005550006",
        Body: text,
      }).toString(),
    sign: (body, url) => {
      const fields = [...new URLSearchParams(body)].toSorted(([one], [other]) => (one < other ? -1 : 1));
      const content = url + fields.map((pair) => pair.join("")).join("");
      return {
        "content-type": "application/x-www-form-urlencoded",
        "x-twilio-signature": hmac("sha1", twilioAccount.token, content).digest("base64"),
      };
    },
    textOf: (body) => body["Body"],
  },
  {
    type: "discord",
    settings: {
      applicationId: "11",
      publicKey: discordKeys.publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex"),
    },
    secrets: { botToken: discordToken },
    account: "helper",
    body: (value, id) =>
      JSON.stringify({
        ...{ type: 2, id, token: "t", application_id: "11", channel_id: "55" },
        member: { user: { id: "900", username: "ada" } },
        data: { name: "ask", options: [{ name: "question", value }] },
      }),
    sign: (body) => ({
      "x-signature-timestamp": "1700000000",
      "x-signature-ed25519": sign(null, Buffer.from(`1700000000${body}`), discordKeys.privateKey).toString(
        "hex",
      ),
    }),
    textOf: (body) => body["content"],
  },
];

export function caseOf(type: ChannelType): ChannelCase {
  const found = channelCases.find((one) => one.type === type);
  if (!found) throw new Error(`No case is a ${type}.`);
  return found;
}
