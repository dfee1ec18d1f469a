import type { Headers } from "./headers.ts";

/** A request to an address that a person typed. */
export type EgressRequest = {
  method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers?: Readonly<Headers>;
  body?: string | Uint8Array;
  signal?: AbortSignal;
  /** Largest body, packed or unpacked. */
  maxBytes: number;
  /** For everything: names, redirects and body. */
  timeoutMs: number;
  headersTimeoutMs?: number;
  minBytesPerSecond?: number;
  slowWindowMs?: number;
  maxRedirects?: number;
  /** Asked when the last answer's headers are there; false leaves its body unread and empty. */
  accept?: (answer: EgressHead) => boolean;
  /** Asked before a redirect is followed; false gives the redirecting answer itself. */
  onRedirect?: (to: URL, from: URL) => boolean | Promise<boolean>;
};

/** What is known of an answer before its body is read. */
export type EgressHead = { status: number; url: string; headers: Headers };

/** The whole answer, whatever its status. */
export type EgressAnswer = EgressHead & {
  body: Buffer;
  /** The addresses that were passed on the way, the asked one first; empty without a redirect. */
  redirects: string[];
};
