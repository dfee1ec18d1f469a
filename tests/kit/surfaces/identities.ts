import { createHmac } from "node:crypto";

export interface JwtParts {
  header?: unknown;
  claims?: unknown;
  secret: string;
  /** The hash by which it is signed, whatever the header says. */
  hash?: "sha256" | "sha384" | "sha512";
}

/** Signs a JWT as a site's backend does; what a test gives takes the place of what is usual. */
export function signJwt({
  header = { alg: "HS256", typ: "JWT" },
  claims,
  secret,
  hash = "sha256",
}: JwtParts): string {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${createHmac(hash, secret).update(text).digest("base64url")}`;
}

/** The hash of a user's id, for sites that sign without a JWT. */
export function signUserId(userId: string, secret: string): string {
  return createHmac("sha256", secret).update(userId).digest("hex");
}

export function encode(value: unknown): string {
  return Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
}
