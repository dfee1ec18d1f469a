import { version } from "../../shared/domain/product.ts";
import { EgressError } from "../egress/EgressError.ts";
import type { EgressHead } from "../egress/EgressRequest.ts";
import type { WebhookDeps } from "./deps.ts";
import { readRetryAfter } from "./schedule.ts";
import { signatureHeaders } from "./signing.ts";
import type { WebhookAttemptRow } from "./tables.ts";

const timeoutMs = 15_000;
/** An answer is read so far; of what is longer the status counts. */
const mostRead = 16 * 1024;
/** How much of it is kept. */
const keptOfBody = 2000;
const keptOfHeader = 200;
const keptHeaders = 30;

export interface Sending {
  url: string;
  eventId: string;
  payload: string;
  secrets: string[];
  signal: AbortSignal;
}

/** What came of an attempt. */
export interface Outcome extends Pick<
  WebhookAttemptRow,
  "at" | "ms" | "status" | "error" | "requestHeaders" | "responseHeaders" | "responseBody"
> {
  /** The receiver took it. */
  isTaken: boolean;
  /** The receiver wants nothing ever again. */
  isGone: boolean;
  askedMs: number | null;
}

/**
 * Sends one event once. Whatever goes wrong is in the outcome; a redirect is not followed, for what is signed is meant
 * only for this address. Throws where the signal ended it.
 */
export async function attempt(
  { egress, now }: Pick<WebhookDeps, "egress" | "now">,
  { url, eventId, payload, secrets, signal }: Sending,
): Promise<Outcome> {
  const at = now();
  const begun = performance.now();
  const timestamp = Math.floor(at / 1000);
  const headers = {
    "content-type": "application/json",
    "user-agent": `Pilothouse-Webhooks/${version}`,
    ...signatureHeaders({ id: eventId, timestamp, body: payload }, secrets),
  };
  let head = null as EgressHead | null; // set inside a callback
  let body: Buffer = Buffer.alloc(0);
  let error = null as string | null;
  try {
    const answer = await egress.fetch(url, {
      ...{ method: "POST", headers, body: payload, signal, timeoutMs, headersTimeoutMs: timeoutMs },
      maxBytes: mostRead,
      onRedirect: () => false,
      accept: (met) => {
        head = met;
        return true;
      },
    });
    head = answer;
    body = answer.body;
  } catch (thrown) {
    signal.throwIfAborted();
    if (!(thrown instanceof EgressError)) throw thrown;
    error = thrown.message;
  }
  return { at, ms: Math.round(performance.now() - begun), ...judge({ head, body, error, headers, now: at }) };
}

interface Met {
  head: EgressHead | null;
  body: Buffer;
  error: string | null;
  headers: Record<string, string>;
  now: number;
}

/** The status decides where there is one, whatever became of the rest of the answer. */
function judge({ head, body, error, headers, now }: Met): Omit<Outcome, "at" | "ms"> {
  const status = head?.status ?? null;
  const isTaken = status !== null && status >= 200 && status < 300;
  return {
    status,
    error: isTaken ? null : status === null ? error : describeStatus(status),
    requestHeaders: JSON.stringify(headers),
    responseHeaders: JSON.stringify(cutHeaders(head?.headers ?? {})),
    responseBody: plain(body.toString("utf8")).slice(0, keptOfBody),
    isTaken,
    isGone: status === 410,
    askedMs: readRetryAfter(head?.headers["retry-after"], now),
  };
}

function describeStatus(status: number): string {
  if (status === 410) return "The address is gone (410).";
  if (status >= 300 && status < 400) {
    return `The address redirects (${status}). Enter the final address.`;
  }
  return `The address answered with ${status}.`;
}

function cutHeaders(headers: Record<string, string>): Record<string, string> {
  const kept = Object.entries(headers).slice(0, keptHeaders);
  return Object.fromEntries(kept.map(([name, value]) => [name, plain(value).slice(0, keptOfHeader)]));
}

/** Postgres takes no NUL in a text. */
function plain(text: string): string {
  return text.replaceAll("\u0000", "\ufffd");
}
