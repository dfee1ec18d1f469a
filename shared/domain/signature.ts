import { headerPrefix } from "./product.ts";

/** The headers of a signed request; `params` says which headers were signed, `time` lets a client correct its clock. */
export const signatureHeaders = {
  timestamp: `${headerPrefix}timestamp`,
  signature: `${headerPrefix}signature`,
  params: `${headerPrefix}params`,
  nonce: `${headerPrefix}nonce`,
  session: `${headerPrefix}session`,
} as const;

/** What is hashed with the session's key: HMAC-SHA256, written as lower-case hex. */
export const signatureAlgorithm = "HMAC-SHA256";

/** A request is refused when its clock is off by more than this. */
export const maxClockSkewMs = 5 * 60 * 1000;

export interface SignedParts {
  method: string;
  /** The path as sent, without query. */
  path: string;
  /** The query as sent, without `?`. */
  query: string;
  /** Values by lower-case name; only `host` and `x-cplt-` names are taken, the signature itself never. */
  headers: Record<string, string>;
  /** SHA-256 of the body's bytes in lower-case hex; of nothing for an empty body. */
  bodyHash: string;
}

/** The text that both ends hash. Query parameters are sorted as strings, so proxies that reorder them do no harm. */
export function canonicalText({ method, path, query, headers, bodyHash }: SignedParts): string {
  const sortedQuery = query.split("&").filter(Boolean).sort().join("&");
  const signed = signedHeaderNames(headers).map((name) => `${name}:${headers[name]?.trim() ?? ""}`);
  return [method.toUpperCase(), path, sortedQuery, ...signed, bodyHash].join("\n");
}

/** The names among these headers that are signed, sorted: those that start with x-cplt-, plus host (specification 7). */
export function signedHeaderNames(headers: Record<string, string>): string[] {
  const outside: string[] = [signatureHeaders.signature, signatureHeaders.params];
  return Object.keys(headers)
    .filter((name) => (name === "host" || name.startsWith(headerPrefix)) && !outside.includes(name))
    .sort();
}

/** The encoded parameter header: algorithm and signed names, `alg=HMAC-SHA256&headers=host;x-cplt-…`, percent-encoded. */
export function encodeParams(names: string[]): string {
  return encodeURIComponent(`alg=${signatureAlgorithm}&headers=${names.join(";")}`);
}

/** The signed names that an encoded parameter header lists, or null where it is not one of ours. */
export function decodeParams(text: string): string[] | null {
  try {
    const params = new URLSearchParams(decodeURIComponent(text));
    if (params.get("alg") !== signatureAlgorithm) return null;
    return params.get("headers")?.split(";") ?? null;
  } catch {
    return null;
  }
}
