import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { vi } from "vitest";
import { startWebServer } from "../network/webServer.ts";

/** A delivery as it arrived. */
export interface ArrivedDelivery {
  id: string;
  timestamp: number;
  signatures: string[];
  headers: IncomingMessage["headers"];
  raw: string;
  body: { type: string; timestamp: string; data: Record<string, unknown> };
}

/** What the receiver does with a delivery; left out, it answers 204. */
export type Reaction = (delivery: ArrivedDelivery, response: ServerResponse) => void;

export interface WebhookReceiver {
  url: string;
  arrived: ArrivedDelivery[];
  /** From now on it reacts so. */
  react(reaction: Reaction): void;
  /** Resolves with the first deliveries once there are `count`. */
  until(count: number): Promise<ArrivedDelivery[]>;
  stop(): Promise<void>;
}

/** Starts a program that takes webhooks, on a real socket. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const arrived: ArrivedDelivery[] = [];
  let reaction: Reaction = takeIt;
  const listen: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const delivery = readDelivery(request, Buffer.concat(chunks).toString("utf8"));
      arrived.push(delivery);
      reaction(delivery, response);
    });
  };
  const { origin, stop } = await startWebServer(listen);
  return {
    url: `${origin}/hook`,
    arrived,
    react: (next) => void (reaction = next),
    until: (count) => vi.waitUntil(() => arrived.length >= count && arrived),
    stop,
  };
}

export const takeIt: Reaction = (_delivery, response) => void response.writeHead(204).end();

/** Answers every delivery with a status. */
export function answerWith(status: number, headers: Record<string, string> = {}, body = ""): Reaction {
  return (_delivery, response) => void response.writeHead(status, headers).end(body);
}

function readDelivery(request: IncomingMessage, raw: string): ArrivedDelivery {
  const { headers } = request;
  return {
    id: String(headers["webhook-id"]),
    timestamp: Number(headers["webhook-timestamp"]),
    signatures: String(headers["webhook-signature"]).split(" "),
    headers,
    raw,
    body: JSON.parse(raw) as ArrivedDelivery["body"],
  };
}

/**
 * Whether a delivery is signed by a secret, as the published Standard Webhooks scheme has it, by the platform's own
 * cryptography: base64 after `whsec_` is the key, `id.timestamp.body` is signed with HMAC-SHA256, versions are told by
 * what stands before the comma.
 */
export async function isSignedBy(
  { id, timestamp, raw, signatures }: ArrivedDelivery,
  secret: string,
): Promise<boolean> {
  const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, "")), (letter) => letter.charCodeAt(0));
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["verify"]);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${raw}`);
  const checks = signatures.map(async (one) => {
    const [version, text = ""] = one.split(",");
    if (version !== "v1") return false;
    const signature = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return crypto.subtle.verify("HMAC", key, signature, signed);
  });
  return (await Promise.all(checks)).includes(true);
}
