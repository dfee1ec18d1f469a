import { createHash, createPublicKey, verify } from "node:crypto";
import { mailWays } from "../../../../shared/domain/channels.ts";
import type { MailWay } from "../../../../shared/domain/channels.ts";
import { ChannelProblem } from "../../ChannelProblem.ts";
import type { ChannelDeps } from "../../deps.ts";
import { signWith } from "../../hmac.ts";
import { isSame } from "../../isSame.ts";
import type { ChannelRequest, OpenChannel, Received } from "../../kind.ts";
import { parseJson } from "../../parseJson.ts";
import type { Hook } from "./hook.ts";
import type { KeptMail } from "./keptMail.ts";
import { bytesOf, parseMail } from "./parseMail.ts";
import { createSesHook, mostPublishedBytes, readTopic } from "./sesHook.ts";
import { domainOf, findTopHeader, readReceivedSpf } from "./topHeaders.ts";
import { isSentBy, isSignedBySender } from "./verifySender.ts";

type HookWay = Exclude<MailWay, "imap">;

/** A mail with files of 25 MB, as text. */
const mostMailBytes = 36_000_000;
/** Larger files are not taken from any channel. */
const mostFileBytes = 10_000_000;
/** Mailgun tries for eight hours, with the first signature. */
const signedForMs = 12 * 60 * 60_000;
const shortestPassword = 16;

/** How mails reach the agent. */
export function wayOf({ settings }: Pick<OpenChannel, "settings">): MailWay {
  return mailWays.find((way) => way === settings["inbound"]) ?? "imap";
}

/** Whether a mail provider posts them here. */
export function isByHook(channel: Pick<OpenChannel, "settings">): boolean {
  return wayOf(channel) !== "imap";
}

/** Throws a ChannelProblem where nothing could prove who posts mails. */
export function refuseUnsigned({ settings, secrets, webhookUrl }: OpenChannel): void {
  if (!webhookUrl?.startsWith("https:"))
    throw new ChannelProblem(
      "credentials",
      "Set PUBLIC_URL to an https address that the provider can reach.",
    );
  if (settings["inbound"] === "postmark" && (secrets["hookPassword"] ?? "").length < shortestPassword)
    throw new ChannelProblem(
      "credentials",
      `Use at least ${shortestPassword} characters for the webhook password.`,
    );
  if (settings["inbound"] === "sendgrid" && !readKey(settings["verificationKey"] ?? ""))
    throw new ChannelProblem("credentials", "The verification key is not a public key of SendGrid’s.");
  if (settings["inbound"] === "ses" && !readTopic(settings["topicArn"] ?? ""))
    throw new ChannelProblem(
      "credentials",
      "The topic is not an ARN such as arn:aws:sns:eu-west-1:123456789012:mail.",
    );
}

/** The longest request that a channel's mail provider sends, in bytes; undefined where none does. */
export function mostHookBytes(channel: Pick<OpenChannel, "settings">): number | undefined {
  const way = wayOf(channel);
  return way === "imap" ? undefined : mostPosted[way];
}

/** The longest request of each provider, in bytes. */
const mostPosted: Readonly<Record<HookWay, number>> = {
  // The files come twice: within the mail and beside it.
  postmark: 75_000_000,
  mailgun: mostMailBytes,
  sendgrid: mostMailBytes,
  ses: mostPublishedBytes,
};

const hooks: Record<Exclude<HookWay, "ses">, Hook> = {
  postmark: {
    noSource:
      "Postmark sends mails without their source. Check “Include raw email content in JSON payload” at Postmark.",
    // Postmark signs nothing and sends the password that is in its address.
    isSigned({ headers }, { secrets }) {
      const [, given = ""] = /^Basic ([\w+/=]+)$/i.exec(headers.get("authorization") ?? "") ?? [];
      const password = Buffer.from(given, "base64").toString().split(":").slice(1).join(":");
      return isSame(password, secrets["hookPassword"] ?? "");
    },
    sourceOf: async ({ body }) => {
      const { RawEmail: raw } = (parseJson(body) ?? {}) as { RawEmail?: unknown }; // checked below
      return typeof raw === "string" ? Buffer.from(raw) : null;
    },
    allowedDomainOf: ({ source }) => readReceivedSpf(source),
  },
  mailgun: {
    noSource:
      "Mailgun sends mails without their source. At Mailgun, add /mime to the end of the address in the route.",
    isSigned(_, { secrets }, { form, now }) {
      const [timestamp = "", token = "", signature = ""] = ["timestamp", "token", "signature"].map((name) =>
        textOf(form, name),
      );
      const secret = secrets["signingKey"] ?? "";
      if (secret === "" || token === "" || Math.abs(now - Number(timestamp) * 1000) > signedForMs)
        return false;
      return isSame(signature, signWith({ algorithm: "sha256", secret, content: timestamp + token }, "hex"));
    },
    sourceOf: async ({ form }) => readPart(form, "body-mime"),
    allowedDomainOf: ({ form, source }) =>
      findTopHeader(source, "x-mailgun-spf")?.toLowerCase() === "pass"
        ? domainOf(textOf(form, "sender"))
        : null,
  },
  sendgrid: {
    noSource:
      "SendGrid sends mails without their source. Check “POST the raw, full MIME message” at SendGrid.",
    isSigned({ headers, body }, { settings }) {
      const key = readKey(settings["verificationKey"] ?? "");
      const timestamp = headers.get("x-twilio-email-event-webhook-timestamp") ?? "";
      const signature = headers.get("x-twilio-email-event-webhook-signature") ?? "";
      if (!key || timestamp === "" || signature === "") return false;
      const content = Buffer.concat([Buffer.from(timestamp), body]);
      return verify("sha256", content, key, Buffer.from(signature, "base64"));
    },
    sourceOf: async ({ form }) => readPart(form, "email"),
    allowedDomainOf({ form }) {
      if (textOf(form, "SPF").toLowerCase() !== "pass") return null;
      const { from } = (parseJson(Buffer.from(textOf(form, "envelope"))) ?? {}) as { from?: unknown }; // checked below
      return typeof from === "string" ? domainOf(from) : null;
    },
  },
};

type Deps = Pick<ChannelDeps, "nameServers" | "now" | "egress" | "channels">;

/** Makes what checks who posts a mail and reads it. A mail is kept by its own ID, however often it is posted. */
export function createReceiveMail(deps: Deps) {
  const all: Record<HookWay, Hook> = { ...hooks, ses: createSesHook(deps) };
  return async (request: ChannelRequest, channel: OpenChannel): Promise<Received> => {
    const way = wayOf(channel);
    return way === "imap" ? { refused: true } : receiveMail(deps, all[way], { request, channel });
  };
}

async function receiveMail(
  { nameServers, now }: Deps,
  hook: Hook,
  { request, channel }: { request: ChannelRequest; channel: OpenChannel },
): Promise<Received> {
  const { body } = request;
  const form = await readForm(request);
  if (!(await hook.isSigned(request, channel, { form, now: now() }))) return { refused: true };
  if (await hook.takeOther?.(request, channel)) return { updates: [] };
  const source = await hook.sourceOf({ form, body });
  if (!source || source.byteLength === 0) return { problem: hook.noSource };
  const { mail: parsed, files } = await parseMail(source, source.byteLength);
  const allowedDomain = hook.allowedDomainOf({ form, body, source });
  const isVerified =
    (allowedDomain !== null && isSentBy(source, parsed, allowedDomain)) ||
    (await isSignedBySender(Buffer.from(source), parsed, { nameServers, now }));
  const mail: KeptMail = {
    ...parsed,
    attachments: (parsed.attachments ?? []).map((file, index) => {
      const found = files[index];
      if (!found || file.sizeBytes > mostFileBytes) return file;
      return { ...file, content: Buffer.from(bytesOf(found)).toString("base64") };
    }),
    isVerified,
  };
  const id = parsed.messageId || createHash("sha256").update(source).digest("base64url");
  const conversation = `${parsed.from.address.toLowerCase()}|${parsed.references[0] ?? id}`;
  return {
    updates: [{ key: `${parsed.from.address.toLowerCase()}:${id}`, conversation, at: now(), body: mail }],
    settled: hook.noSource,
  };
}

/** A file as it came with its mail. Throws a ChannelProblem. */
export function readContent({ content }: Readonly<Record<string, string>>): Uint8Array {
  if (content === undefined) throw new ChannelProblem("message", "It is larger than 10 MB.");
  return new Uint8Array(Buffer.from(content, "base64"));
}

/**
 * Null where it is none; who sends it is not known yet. Mails needn't be UTF-8, which forms are: each character of a value is
 * one byte, as `readPart` takes it.
 */
async function readForm({ headers, body }: ChannelRequest): Promise<FormData | null> {
  const type = headers.get("content-type") ?? "";
  const isEncoded = /^application\/x-www-form-urlencoded\b/i.test(type);
  if (!isEncoded && !/^multipart\/form-data\b/i.test(type)) return null;
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1");
  const spelled = isEncoded ? text.replace(/%[89a-f][0-9a-f]/gi, spellByte) : text;
  return new Response(spelled, { headers: { "content-type": type } }).formData().catch(() => null);
}

function spellByte(escaped: string): string {
  return encodeURIComponent(String.fromCharCode(Number.parseInt(escaped.slice(1), 16)));
}

function textOf(form: FormData | null, name: string): string {
  const value = form?.get(name);
  return typeof value === "string" ? value : "";
}

/** A part of a form, which comes as text or as a file. */
async function readPart(form: FormData | null, name: string): Promise<Uint8Array | null> {
  const part = form?.get(name) ?? null;
  if (part === null) return null;
  return Buffer.from(typeof part === "string" ? part : await part.text(), "latin1");
}

/** SendGrid shows its key as one line of base64. */
function readKey(text: string) {
  try {
    const key = createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" });
    return key.asymmetricKeyType === "ec" ? key : null;
  } catch {
    return null;
  }
}
