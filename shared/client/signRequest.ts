import { canonicalText, encodeParams, signatureHeaders, signedHeaderNames } from "../domain/signature.ts";
import type { SessionKey } from "./client.ts";
import { openHashes, toHex } from "./hash.ts";

interface UnsignedRequest {
  method: string;
  url: URL;
  /** The JSON text that is sent; empty where there is no body. */
  body: string;
  session: SessionKey;
  /** The server's time as far as this side knows it. */
  now: number;
}

/** Gives the headers that sign a request. Each try needs its own: the nonce is never used twice. */
export async function signRequest({
  method,
  url,
  body,
  session,
  now,
}: UnsignedRequest): Promise<Record<string, string>> {
  const sent = {
    [signatureHeaders.session]: session.id,
    [signatureHeaders.timestamp]: String(Math.round(now)),
    [signatureHeaders.nonce]: makeNonce(),
  };
  const headers = { ...sent, host: url.host };
  const hashes = await openHashes();
  const text = canonicalText({
    method,
    path: url.pathname,
    query: url.search.slice(1),
    headers,
    bodyHash: await hashes.sha256(body),
  });
  return {
    ...sent,
    [signatureHeaders.params]: encodeParams(signedHeaderNames(headers)),
    [signatureHeaders.signature]: await hashes.hmacSha256(session.key, text),
  };
}

function makeNonce(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16)));
}
