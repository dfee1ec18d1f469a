import { headerPrefix } from "../../shared/domain/product.ts";
import type { RequestFacts } from "./handle.ts";

const plainName = `${headerPrefix.split("-")[1]}_session`;

/** The session cookie's value, from the name that is used on this origin and no other. */
export function readSessionCookie({
  headers,
  origin,
}: Pick<RequestFacts, "headers" | "origin">): string | null {
  const name = nameOn(origin);
  const found = (headers.get("cookie") ?? "").split(/;\s*/).filter((pair) => pair.startsWith(`${name}=`));
  return found.length === 1 ? (found[0]?.slice(name.length + 1) ?? null) : null;
}

/** Sets the session cookie for so long; an empty token and no time remove it. */
export function setSessionCookie(request: RequestFacts, token: string, maxAgeMs: number): void {
  const secure = isTrustworthy(request.origin) ? "; Secure" : "";
  const rest = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${Math.floor(maxAgeMs / 1000)}${secure}`;
  request.setHeader("Set-Cookie", `${nameOn(request.origin)}=${token}; ${rest}`);
}

/** The prefix makes browsers refuse the cookie from subdomains and without TLS; on plain http it can't be had. */
function nameOn(origin: string): string {
  return isTrustworthy(origin) ? `__Host-${plainName}` : plainName;
}

/** Where browsers take Secure cookies: https, and localhost. */
export function isTrustworthy(origin: string): boolean {
  return origin.startsWith("https:") || /^http:\/\/localhost(:\d+)?$/.test(origin);
}
