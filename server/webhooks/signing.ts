import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";
/** A multiple of three, so that the text ends in something to tell it by. */
const secretBytes = 30;

/** Makes a secret as the Standard Webhooks scheme writes it: `whsec_` and random bytes in base64. */
export function makeSecret(): string {
  return prefix + randomBytes(secretBytes).toString("base64");
}

export interface Signed {
  /** The event's own, the same at every attempt. */
  id: string;
  /** Seconds since 1970, of this attempt. */
  timestamp: number;
  body: string;
}

/**
 * Gives the headers of an attempt by the Standard Webhooks scheme: HMAC-SHA256 over `id.timestamp.body`, one signature
 * for each secret, so that a receiver takes it by the old one as by the new.
 */
export function signatureHeaders(
  { id, timestamp, body }: Signed,
  secrets: readonly string[],
): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}
