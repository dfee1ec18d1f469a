import { readSafePath } from "../../../shared/domain/safePath.ts";
import { keptForTab } from "../platform/storage.ts";

/** Where to go after sign-in, and before an organization is chosen (specification 2 and 4). */
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

/** Remembers where to continue, if that is a place of ours. */
export function storeRedirect(name: RedirectName, value: string | null): void {
  const path = readSafePath(value, location.origin);
  if (path) keptForTab.write(name, path);
}

/** Gives the remembered place, and continues remembering it. */
export function readRedirect(name: RedirectName): string | null {
  return readSafePath(keptForTab.read(name), location.origin);
}

/** Gives an address of the server's own choice, here or elsewhere, if it is a page's: nothing that would run here. */
export function readPageAddress(value: string | null): string | null {
  const url = value === null ? null : URL.parse(value, location.origin);
  return url && /^https?:$/.test(url.protocol) ? value : null;
}

/** Gives the remembered place once; it is forgotten then. */
export function takeRedirect(name: RedirectName): string | null {
  const path = readRedirect(name);
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
