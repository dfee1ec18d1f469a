import { verify, X509Certificate } from "node:crypto";
import { AppError } from "../../../../shared/errors/errors.ts";
import type { ChannelDeps } from "../../deps.ts";
import { parseJson } from "../../parseJson.ts";
import type { Hook, MailChannel } from "./hook.ts";
import { domainOf } from "./topHeaders.ts";

/** Amazon SNS takes 256 KB; as text within text it grows. */
export const mostPublishedBytes = 2_000_000;
const mostCertificateBytes = 20_000;
const mostAnswerBytes = 100_000;
const askMs = 10_000;
const mostCertificates = 20;
/** Amazon SNS tries for an hour, with the first signature. */
const signedForMs = 12 * 60 * 60_000;

/** By the version of a signature. */
const algorithms = new Map([
  ["1", "sha1"],
  ["2", "sha256"],
]);

/** What Amazon SNS posts. */
interface Envelope {
  Type: string;
  MessageId: string;
  TopicArn: string;
  Message: string;
  Timestamp: string;
  SignatureVersion: string;
  Signature: string;
  SigningCertURL: string;
  Subject?: string;
  Token?: string;
  SubscribeURL?: string;
}

/** What Amazon SES says of a mail. */
interface Notice {
  notificationType?: unknown;
  content?: unknown;
  mail?: { source?: unknown };
  receipt?: { spfVerdict?: { status?: unknown }; action?: { encoding?: unknown } };
}

/** Amazon SES, which publishes mails to a topic of Amazon SNS, whose messages are signed. */
export function createSesHook({
  egress,
  channels,
  now,
}: Pick<ChannelDeps, "egress" | "channels" | "now">): Hook {
  const certificates = new Map<string, Promise<X509Certificate>>();

  function baseOf({ region, ending }: Topic): string {
    return channels.sns.replace("{region}", region).replace(/\.amazonaws\.com$/, `.amazonaws.com${ending}`);
  }

  async function fetchCertificate(url: string): Promise<X509Certificate> {
    const kept = certificates.get(url);
    if (kept) return kept;
    const asked = egress
      .fetch(url, { maxBytes: mostCertificateBytes, timeoutMs: askMs, maxRedirects: 0 })
      .then(({ status, body }) => {
        if (status !== 200) throw new Error(`Amazon SNS answered ${status}.`);
        return new X509Certificate(body);
      });
    certificates.set(url, asked);
    for (const [oldest] of certificates) {
      if (certificates.size <= mostCertificates) break;
      certificates.delete(oldest);
    }
    // Asked for again by the next message.
    asked.catch(() => certificates.delete(url));
    return asked;
  }

  /** The certificate that signed a message, from the address of its topic's region and no other; null where it names another. */
  async function findCertificate(
    { SigningCertURL: named }: Envelope,
    topic: Topic,
  ): Promise<X509Certificate | null> {
    const url = URL.parse(named);
    const isTheirs = url?.origin === `https://sns.${topic.region}.amazonaws.com${topic.ending}`;
    if (!url || !isTheirs || !/^\/SimpleNotificationService-[0-9a-f]{1,100}\.pem$/.test(url.pathname))
      return null;
    const certificate = await fetchCertificate(baseOf(topic) + url.pathname).catch(() => {
      // Amazon SNS sends it again.
      throw new AppError("unavailable", {
        message: "The certificate of Amazon SNS can’t be fetched at the moment.",
      });
    });
    const [from, to] = [certificate.validFromDate, certificate.validToDate].map((date) => date.getTime());
    return (from ?? 0) <= now() && now() < (to ?? 0) ? certificate : null;
  }

  return {
    noSource:
      "Amazon SES sends mails without their content. In the receipt rule, publish them to the SNS topic by an SNS action, in place of S3.",
    async isSigned({ body }, channel) {
      const envelope = readEnvelope(body);
      const topic = readTopic(channel.settings["topicArn"] ?? "");
      if (!envelope || !topic || envelope.TopicArn !== topic.arn) return false;
      if (!(Math.abs(now() - Date.parse(envelope.Timestamp)) <= signedForMs)) return false;
      const algorithm = algorithms.get(envelope.SignatureVersion);
      const certificate = algorithm ? await findCertificate(envelope, topic) : null;
      if (!algorithm || certificate?.publicKey.asymmetricKeyType !== "rsa") return false;
      const signature = Buffer.from(envelope.Signature, "base64");
      return verify(algorithm, Buffer.from(signedText(envelope)), certificate.publicKey, signature);
    },
    async takeOther({ body }, channel) {
      const envelope = readEnvelope(body);
      if (envelope?.Type === "SubscriptionConfirmation") await confirm(envelope, channel);
      // Amazon SES also publishes that a rule was made.
      return envelope?.Type !== "Notification" || readNotice(body)?.notificationType !== "Received";
    },
    sourceOf: async ({ body }) => {
      const { content, receipt } = readNotice(body) ?? {};
      if (typeof content !== "string") return null;
      return Buffer.from(content, receipt?.action?.encoding === "BASE64" ? "base64" : "utf8");
    },
    allowedDomainOf({ body }) {
      const { receipt, mail } = readNotice(body) ?? {};
      const isAllowed = receipt?.spfVerdict?.status === "PASS";
      return isAllowed && typeof mail?.source === "string" ? domainOf(mail.source) : null;
    },
  };

  /** Says to Amazon SNS that messages of the channel's topic are wanted here. */
  async function confirm(
    { Token: token = "", TopicArn: arn }: Envelope,
    channel: MailChannel,
  ): Promise<void> {
    const topic = readTopic(channel.settings["topicArn"] ?? "");
    if (!topic) return;
    const query = new URLSearchParams({ Action: "ConfirmSubscription", TopicArn: arn, Token: token });
    const { status } = await egress
      .fetch(`${baseOf(topic)}/?${query}`, { maxBytes: mostAnswerBytes, timeoutMs: askMs, maxRedirects: 0 })
      .catch(() => ({ status: 0 }));
    if (status !== 200)
      throw new AppError("unavailable", {
        message: "Amazon SNS did not take the confirmation. It asks again.",
      });
  }
}

interface Topic {
  arn: string;
  region: string;
  /** What follows the domain in China. */
  ending: "" | ".cn";
}

/** Reads the name of an SNS topic; null where it is none. */
export function readTopic(arn: string): Topic | null {
  const [, partition, region] =
    /^arn:(aws|aws-cn|aws-us-gov):sns:([a-z0-9-]+):\d{12}:[\w-]+$/.exec(arn.trim()) ?? [];
  return region === undefined
    ? null
    : { arn: arn.trim(), region, ending: partition === "aws-cn" ? ".cn" : "" };
}

function readEnvelope(body: Uint8Array): Envelope | null {
  const value = parseJson(body) as Record<string, unknown> | null; // checked below
  if (typeof value !== "object" || value === null) return null;
  const needed = ["Type", "MessageId", "TopicArn", "Message", "Timestamp"];
  const signing = ["SignatureVersion", "Signature", "SigningCertURL"];
  const isWhole = [...needed, ...signing].every((name) => typeof value[name] === "string");
  const isText = ["Subject", "Token", "SubscribeURL"].every((name) =>
    ["string", "undefined"].includes(typeof value[name]),
  );
  return isWhole && isText ? (value as unknown as Envelope) : null; // each field was looked at
}

function readNotice(body: Uint8Array): Notice | null {
  const value = parseJson(Buffer.from(readEnvelope(body)?.Message ?? "null")) as Notice | null; // checked where it is used
  return typeof value === "object" ? value : null;
}

/** What a signature is over: these fields, each with its name. */
function signedText(envelope: Envelope): string {
  const names =
    envelope.Type === "Notification"
      ? (["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"] as const)
      : (["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"] as const);
  return names
    .flatMap((name) => (envelope[name] === undefined ? [] : `${name}\n${envelope[name]}\n`))
    .join("");
}
