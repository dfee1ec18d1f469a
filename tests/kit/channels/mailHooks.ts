import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { publish, snsTopic } from "./snsServer.ts";
import type { MailWay } from "../../../shared/domain/channels.ts";

const sendgridKeys = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const hookPassword = "a long enough password";
const signingKey = "key-3ax6xnjp29jd6fds4gc373sgvjxteol0";
const boundary = "xYzZY";

/** A request as a mail provider sends it. */
export interface MailPost {
  body: string;
  headers: Record<string, string>;
}

/** How a mail reached its provider. */
export interface Delivery {
  /** The sender of the envelope. */
  from: string;
  /** Whether that sender's domain allows the server that delivered it (SPF). */
  isAllowed: boolean;
}

/** A mail provider, with what the team enters for it and how it posts a mail, by its published description. */
export interface MailHook {
  way: Exclude<MailWay, "imap">;
  settings: Record<string, string>;
  secrets: Record<string, string>;
  /** Behind the webhook's address. */
  path: string;
  /** What has to be switched on at the provider for whole mails. */
  option: string;
  /** Null for a mail that it took apart, with that off. Without a delivery it doesn't look at SPF. */
  post(source: string | null, nowMs: number, delivery?: Delivery): MailPost;
  /** The same with a signature that isn't its own. */
  forge(post: MailPost): MailPost;
}

export const mailHooks: MailHook[] = [
  {
    way: "postmark",
    settings: {},
    secrets: { hookPassword },
    path: "",
    option: "Include raw email content in JSON payload",
    post: (source, _, delivery) => ({
      body: JSON.stringify({
        FromName: "Ada",
        MessageStream: "inbound",
        MessageID: "22c7",
        TextBody: "Hello",
        Attachments: listAttachments(source ?? ""),
        ...(source !== null && { RawEmail: [...receiveAtPostmark(delivery), source].join("\r\n") }),
      }),
      headers: { "content-type": "application/json", authorization: basic(hookPassword) },
    }),
    forge: (post) => ({ ...post, headers: { ...post.headers, authorization: basic(`${hookPassword}!`) } }),
  },
  {
    way: "mailgun",
    settings: {},
    secrets: { signingKey },
    path: "/mime",
    option: "/mime",
    post(source, nowMs, delivery) {
      const timestamp = String(Math.floor(nowMs / 1000));
      const token = createHmac("sha256", "token")
        .update(source ?? "")
        .digest("hex")
        .slice(0, 50);
      const signature = createHmac("sha256", signingKey)
        .update(timestamp + token)
        .digest("hex");
      return multipart({
        ...{ recipient: "help@example.com", timestamp, token, signature },
        sender: delivery?.from ?? "ada@example.org",
        ...(source === null
          ? { "body-plain": "Hello" }
          : { "body-mime": [...receiveAtMailgun(delivery), source].join("\r\n") }),
      });
    },
    forge: ({ body, headers }) => ({
      body: body.replace(
        /(name="signature"\s+)(.)/,
        (_, head: string, one: string) => head + (one === "a" ? "b" : "a"),
      ),
      headers,
    }),
  },
  {
    way: "sendgrid",
    settings: {
      verificationKey: sendgridKeys.publicKey.export({ format: "der", type: "spki" }).toString("base64"),
    },
    secrets: {},
    path: "",
    option: "POST the raw, full MIME message",
    post(source, nowMs, delivery) {
      const { from, isAllowed } = delivery ?? { from: "ada@example.org" };
      const { body, headers } = multipart({
        ...{ to: "help@example.com", charsets: "{}", dkim: "none" },
        envelope: JSON.stringify({ to: ["help@example.com"], from }),
        SPF: isAllowed === undefined ? "none" : isAllowed ? "pass" : "softfail",
        ...(source === null ? { text: "Hello" } : { email: source }),
      });
      const timestamp = String(Math.floor(nowMs / 1000));
      const signature = sign("sha256", Buffer.from(timestamp + body), sendgridKeys.privateKey);
      return {
        body,
        headers: {
          ...headers,
          "x-twilio-email-event-webhook-timestamp": timestamp,
          "x-twilio-email-event-webhook-signature": signature.toString("base64"),
        },
      };
    },
    forge: ({ body, headers }) => ({ body: body.replace("Hello", "Hallo"), headers }),
  },
  {
    way: "ses",
    settings: { topicArn: snsTopic },
    secrets: {},
    path: "",
    option: "SNS action",
    post(source, nowMs, delivery) {
      const { from, isAllowed } = delivery ?? { from: "ada@example.org" };
      const status = isAllowed === undefined ? "GRAY" : isAllowed ? "PASS" : "FAIL";
      const action = { type: source === null ? "S3" : "SNS", topicArn: snsTopic, encoding: "BASE64" };
      const message = {
        ...{ notificationType: "Received", mail: { source: from, destination: ["help@example.com"] } },
        receipt: { spfVerdict: { status }, dkimVerdict: { status: "PASS" }, action },
        ...(source !== null && { content: Buffer.from(source).toString("base64") }),
      };
      return publish({ message: JSON.stringify(message), atMs: nowMs });
    },
    forge: ({ body, headers }) => ({ body: body.replace("help@example.com", "help@example.net"), headers }),
  },
];

/** What Postmark puts above a mail, with its verdict below the line of its own hand-over. */
function receiveAtPostmark(delivery: Delivery | undefined): string[] {
  const host = "p-pm-inboundg03a-aws-euwest1a";
  const { from, isAllowed } = delivery ?? { from: "ada@example.org" };
  const result = isAllowed ? "pass" : "softfail";
  return [
    `Received: by ${host}.inbound.postmarkapp.com (Postfix, from userid 996)`,
    "\tid C4B3E453B34; Mon, 26 May 2025 03:04:55 +0000 (UTC)",
    "X-Spam-Status: No",
    ...(delivery
      ? [
          `Received-SPF: ${result} (${from.split("@")[1]}: '${from}' in 'mfrom' identity)`,
          ` receiver=${host}; identity=mailfrom; envelope-from="${from}"; helo=mail.example.org; client-ip=192.0.2.1`,
        ]
      : []),
    `Received: from mail.example.org (mail.example.org [192.0.2.1])`,
    `\tby ${host}.inbound.postmarkapp.com (Postfix) with ESMTPS id 31C30453CA3`,
  ];
}

/** What Mailgun puts above a mail. */
function receiveAtMailgun(delivery: Delivery | undefined): string[] {
  return [
    ...(delivery
      ? ["X-Mailgun-Dkim-Check-Result: Fail", `X-Mailgun-Spf: ${delivery.isAllowed ? "Pass" : "SoftFail"}`]
      : []),
    "X-Mailgun-Incoming: Yes",
    `X-Envelope-From: <${delivery?.from ?? "ada@example.org"}>`,
    "Received: from mail.example.org (mail.example.org [192.0.2.1]) by mxa.mailgun.org with ESMTP id 5f3",
  ];
}

/** The file of a mail with one. Postmark posts files beside the mail that has them. */
function listAttachments(source: string) {
  const mark = "Content-Transfer-Encoding: base64\r\n\r\n";
  const start = source.indexOf(mark);
  if (start < 0) return [];
  const content = source.slice(start + mark.length, source.indexOf("\r\n--", start));
  return [{ Name: "lamp.png", ContentType: "image/png", Content: content.replaceAll("\r\n", "") }];
}

function basic(password: string): string {
  return `Basic ${Buffer.from(`pilothouse:${password}`).toString("base64")}`;
}

function multipart(fields: Record<string, string>): MailPost {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    body: `${parts.join("")}--${boundary}--\r\n`,
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}
