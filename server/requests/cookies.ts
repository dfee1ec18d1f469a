import { headerPrefix } from "../../shared/domain/product.ts";
import type { RequestFacts } from "./handle.ts";

const ours = headerPrefix.split("-")[1];

export interface Cookie {
  name: string;
  /** Empty, with no time, it is removed. */
  value: string;
  maxAgeMs: number;
  /** `Lax`: it comes along when another site leads here, as a provider does after its sign-in. */
  sameSite?: "Strict" | "Lax";
}

type Asked = Pick<RequestFacts, "headers" | "reachedOrigin" | "basePath">;

/** The session cookie's value. */
export function readSessionCookie(request: Asked): string | null {
  return readCookie(request, "session");
}

/** Sets the session cookie for `maxAgeMs`; an empty token and no time remove it. */
export function setSessionCookie(request: RequestFacts, token: string, maxAgeMs: number): void {
  setCookie(request, { name: "session", value: token, maxAgeMs });
}

/** The value of one of our cookies, from the name that is used on this origin and no other. */
export function readCookie({ headers, ...asked }: Asked, name: string): string | null {
  const start = `${nameOn(asked, name)}=`;
  const found = (headers.get("cookie") ?? "").split(/;\s*/).filter((pair) => pair.startsWith(start));
  return found.length === 1 ? (found[0]?.slice(start.length) ?? null) : null;
}

/** Sets one of our cookies, which scripts never see. */
export function setCookie(
  request: RequestFacts,
  { name, value, maxAgeMs, sameSite = "Strict" }: Cookie,
): void {
  const secure = isTrustworthy(request.reachedOrigin) ? "; Secure" : "";
  const rest = `Path=${request.basePath || "/"}; HttpOnly; SameSite=${sameSite}; Max-Age=${Math.floor(maxAgeMs / 1000)}${secure}`;
  request.setHeader("Set-Cookie", `${nameOn(request, name)}=${value}; ${rest}`);
}

/**
 * The prefix makes browsers refuse the cookie from subdomains and without TLS; on plain http it can't be had. `__Host-` is
 * for cookies of a whole origin. Below a base path the cookie has that path, so that other programs of the origin are not
 * sent it, and the weaker prefix, which only asks for TLS.
 */
function nameOn({ reachedOrigin, basePath }: Omit<Asked, "headers">, name: string): string {
  const prefix = basePath ? "__Secure-" : "__Host-";
  return `${isTrustworthy(reachedOrigin) ? prefix : ""}${ours}_${name}`;
}

/** Where browsers take Secure cookies: https, and localhost. */
export function isTrustworthy(origin: string): boolean {
  return origin.startsWith("https:") || /^http:\/\/localhost(:\d+)?$/.test(origin);
}
