import { createHmac, timingSafeEqual } from "node:crypto";

/** What an organization's bearer token says; nothing of it is kept, and membership is asked for at every call. */
export interface Bearer {
  organizationId: string;
  sessionId: string;
  expiresAt: number;
}

/** Writes the bearer token. */
export function signBearer(key: Uint8Array, { organizationId, sessionId, expiresAt }: Bearer): string {
  const body = Buffer.from(JSON.stringify([organizationId, sessionId, expiresAt])).toString("base64url");
  return `${body}.${sign(key, body)}`;
}

/** Reads the bearer token of an Authorization header; null for none, for one that is not ours, and for an old one. */
export function readBearer(key: Uint8Array, authorization: string | null, now: number): Bearer | null {
  const [, body = "", signature = ""] =
    /^Bearer ([\w-]{1,400})\.([\w-]{43})$/.exec(authorization ?? "") ?? [];
  const expected = sign(key, body);
  if (!body || !timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return null;
  const [organizationId, sessionId, expiresAt] = JSON.parse(Buffer.from(body, "base64url").toString()) as [
    string,
    string,
    number,
  ]; // signed by us
  return expiresAt > now ? { organizationId, sessionId, expiresAt } : null;
}

function sign(key: Uint8Array, body: string): string {
  return createHmac("sha256", key).update(body).digest("base64url");
}
