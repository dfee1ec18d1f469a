import { createHmac, generateKeyPairSync, sign } from "node:crypto";
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

/** A mail provider, with what the team enters for it and how it posts a mail, by its published description. */
export interface MailHook {
  way: Exclude<MailWay, "imap">;
  settings: Record<string, string>;
  secrets: Record<string, string>;
  /** Behind the webhook's address. */
  path: string;
  /** What has to be switched on at the provider for whole mails. */
  option: string;
  /** Null for a mail that it took apart, with that off. */
  post(source: string | null, nowMs: number): MailPost;
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
    post: (source) => ({
      body: JSON.stringify({
        FromName: "Ada",
        MessageStream: "inbound",
        MessageID: "22c7",
        TextBody: "Hello",
        Attachments: listAttachments(source ?? ""),
        ...(source !== null && { RawEmail: source }),
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
    post(source, nowMs) {
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
        ...(source === null ? { "body-plain": "Hello" } : { "body-mime": source }),
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
    post(source, nowMs) {
      const { body, headers } = multipart({
        ...{ to: "help@example.com", charsets: "{}" },
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
];

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
