import { isAuthPath } from "./paths.ts";
import { keptForTab } from "./storage.ts";

/** Where to go after sign-in, and before an organisation is chosen (specification 2 and 4). */
export type RedirectName = "redirectUrl" | "redirectUrlBeforeOrg";

/** "Stored tracking parameters" (specification 9). */
export const trackingParameters = [
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
  "entry_page",
  "ref",
  "token",
] as const;

/**
 * Gives the path, query and hash of an address that stays on this origin, else null. What comes in stands in a link
 * that anybody may have made: only a plain path is followed, whatever a browser would make of the rest.
 */
export function readSafePath(value: string | null, origin = location.origin): string | null {
  if (!value || !/^\/(?![/\\])/.test(value) || hasHiddenCharacters(value)) return null;
  const url = URL.parse(value, origin);
  if (!url || url.origin !== origin || url.pathname.startsWith("//") || isAuthPath(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

/** Remembers where to go on, if that is a place of ours. */
export function storeRedirect(name: RedirectName, value: string | null): void {
  const path = readSafePath(value);
  if (path) keptForTab.write(name, path);
}

/** Gives the remembered place once; it is forgotten then. */
export function takeRedirect(name: RedirectName): string | null {
  const path = readSafePath(keptForTab.read(name));
  keptForTab.remove(name);
  return path;
}

/** On load: redirectUrl and redirectUrlBeforeOrg of the address are each stored if present. */
export function storeRedirectsOf(search: string): void {
  const query = new URLSearchParams(search);
  storeRedirect("redirectUrl", query.get("redirectUrl"));
  storeRedirect("redirectUrlBeforeOrg", query.get("redirectUrlBeforeOrg"));
}

/** Gives a query without `token`, where the page's own is a secret that must not be kept. */
export function withoutToken(search: string): string {
  const query = new URLSearchParams(search);
  query.delete("token");
  return query.toString();
}

/** On every protected page: keeps where somebody came from; without `ref` the referrer takes its place. */
export function storeTracking(search: string, referrer: string): void {
  const query = new URLSearchParams(search);
  for (const name of trackingParameters) {
    const value = query.get(name);
    if (value) keptForTab.write(name, value.slice(0, 2000));
  }
  if (!keptForTab.read("ref") && referrer) keptForTab.write("ref", referrer.slice(0, 2000));
}

/** Backslashes and control characters, which browsers read as slashes or not at all. */
function hasHiddenCharacters(value: string): boolean {
  return [...value].some((one) => one === "\\" || one <= " " || one === "\u007f");
}
