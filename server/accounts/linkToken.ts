import { createHash, randomBytes } from "node:crypto";

/** A token for a link, and its hash: the database keeps only the hash, so that a copy of it opens nothing. */
export function makeLinkToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, tokenHash: hashLinkToken(token) };
}

/** The hash under which a token's row is found. */
export function hashLinkToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
