import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import {
  canonicalText,
  decodeParams,
  maxClockSkewMs,
  signatureHeaders,
  signedHeaderNames,
} from "../../shared/domain/signature.ts";
import { AppError } from "../../shared/errors/errors.ts";

export interface SignedRequest {
  method: string;
  url: URL;
  headers: Headers;
  /** The hosts under which the client may have seen this server: behind a proxy it signed another than arrives here. */
  hosts: string[];
  body: Uint8Array;
  /** The session's key as it was handed out; its UTF-8 bytes are the HMAC key. */
  key: string;
  now: number;
}

/** What a right signature leaves to be remembered: the nonce, and until when a replay would still be taken. */
export interface Verified {
  nonce: string;
  expiresAt: number;
}

/**
 * Checks a request's signature; `signature_refused` for everything that is not exactly right. A header sent twice arrives
 * joined by a comma, which none of these values may hold.
 */
export function verifySignature({ method, url, headers, hosts, body, key, now }: SignedRequest): Verified {
  const given = (name: string, shape: RegExp): string => {
    const value = headers.get(name) ?? "";
    if (!shape.test(value)) throw new AppError("signature_refused");
    return value;
  };
  const timestamp = Number(given(signatureHeaders.timestamp, /^\d{12,15}$/));
  const nonce = given(signatureHeaders.nonce, /^[\w-]{16,64}$/);
  const signature = given(signatureHeaders.signature, /^[0-9a-f]{64}$/);
  given(signatureHeaders.session, /^[\w-]{1,64}$/);
  if (Math.abs(now - timestamp) > maxClockSkewMs) throw new AppError("signature_refused");

  const signed: Record<string, string> = { host: "", ...Object.fromEntries(headers) };
  const names = signedHeaderNames(signed);
  const listed = decodeParams(headers.get(signatureHeaders.params) ?? "");
  if (listed?.join() !== names.join()) throw new AppError("signature_refused");

  const parts = { method, path: url.pathname, query: url.search.slice(1), bodyHash: hash(body) };
  const isRight = hosts.some((host) => {
    const text = canonicalText({ ...parts, headers: { ...signed, host } });
    const expected = createHmac("sha256", key).update(text).digest();
    return timingSafeEqual(expected, Buffer.from(signature, "hex"));
  });
  if (!isRight) throw new AppError("signature_refused");
  return { nonce, expiresAt: timestamp + maxClockSkewMs };
}

function hash(body: Uint8Array): string {
  return createHash("sha256").update(body).digest("hex");
}
