import { createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "../../shared/errors/errors.ts";

/** What a right token says; which of it is of use is for others to look at. */
export type Claims = Record<string, unknown> & { sub: string; exp: number };

export interface JwtOptions {
  /** Any of them may have signed. */
  secrets: readonly string[];
  now: number;
}

/** How much the clocks of two servers differ at most. */
const skewMs = 60_000;
/** A token that is good for longer could be found and used long after its user left. */
const longestMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Reads a JSON Web Token. Only HS256 by one of these secrets counts: what the token says of its own algorithm and key is
 * compared and never followed, so a header with anything beside `alg` and `typ` is refused.
 */
export function readJwt(token: string, { secrets, now }: JwtOptions): Claims {
  const [header, payload, signature, ...more] = token.split(".");
  if (!header || !payload || !signature || more.length > 0) throw refused("It is not a JWT of three parts.");
  checkHeader(header);
  if (!isSigned(`${header}.${payload}`, signature, secrets))
    throw refused("No secret of this widget signed it.");
  const claims = readObject(payload);
  if (!claims) throw refused("It holds no claims.");
  checkTimes(claims, now);
  const { sub } = claims;
  if (typeof sub !== "string" || sub.trim() === "" || sub.length > 200)
    throw refused("Its `sub` must be the user's id, a text of at most 200 characters.");
  return claims as Claims; // `sub` and `exp` were just looked at
}

function checkHeader(part: string): void {
  const header = readObject(part);
  const isKnown = header !== null && Object.keys(header).every((key) => key === "alg" || key === "typ");
  const isJwt = header?.["typ"] === undefined || /^jwt$/i.test(String(header["typ"]));
  if (!isKnown || !isJwt || header["alg"] !== "HS256")
    throw refused('Its header must be {"alg":"HS256","typ":"JWT"}.');
}

/** Tries every secret, so that the time tells neither which one nor how far it was right. */
function isSigned(text: string, signature: string, secrets: readonly string[]): boolean {
  const given = Buffer.from(signature, "base64url");
  // Other spellings of the same bytes would be other tokens for code that keeps a list of them.
  if (given.toString("base64url") !== signature) return false;
  let isRight = false;
  for (const secret of secrets) {
    const expected = createHmac("sha256", secret).update(text).digest();
    if (given.length === expected.length && timingSafeEqual(given, expected)) isRight = true;
  }
  return isRight;
}

function checkTimes({ exp, nbf }: Record<string, unknown>, now: number): void {
  if (typeof exp !== "number" || !Number.isFinite(exp)) throw refused("Its `exp` must be a time in seconds.");
  if (exp * 1000 + skewMs < now) throw new AppError("identity_expired");
  if (exp * 1000 > now + longestMs + skewMs) throw refused("Its `exp` must be at most seven days ahead.");
  if (nbf === undefined) return;
  if (typeof nbf !== "number" || nbf * 1000 > now + skewMs) throw refused("It is not valid yet.");
}

function readObject(part: string): Record<string, unknown> | null {
  if (!/^[\w-]+$/.test(part)) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
    return value as Record<string, unknown>; // an object was just made sure of
  } catch {
    return null;
  }
}

/** The reason is for the signing site; nothing in it helps to forge. */
export function refused(reason: string): AppError {
  return new AppError("identity_refused", { message: `The identity was refused. ${reason}` });
}
