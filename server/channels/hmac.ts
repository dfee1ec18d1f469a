import { createHash, createHmac } from "node:crypto";

export interface Signed {
  algorithm: "sha1" | "sha256";
  secret: string;
  content: string | Uint8Array;
}

/** Gives the signature of a provider's request, over its bytes as they came. */
export function signWith({ algorithm, secret, content }: Signed, encoding: "hex" | "base64"): string {
  return createHmac(algorithm, secret).update(content).digest(encoding);
}

/** Gives a key for an update that has no id of its own: the same words are the same update. */
export function hashKey(content: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(content) ?? "")
    .digest("base64url");
}
