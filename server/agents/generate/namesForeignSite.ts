import type { SiteFacts } from "./SiteFacts.ts";

/** Addresses as they are written with a scheme or with www. */
const address = /\b(?:https?:\/\/|www\.)([^\s/"'<>)\]\\]+)/gi;

/** Whether a draft sends visitors to a website that is not the one that was read: pages talk models into such things. */
export function namesForeignSite(draft: unknown, site: SiteFacts | null): boolean {
  const own = site ? plainHost(new URL(site.url).host) : null;
  return [...JSON.stringify(draft ?? null).matchAll(address)].some(
    ([, host = ""]) => plainHost(host) !== own,
  );
}

function plainHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^www\./, "")
    .replace(/[.,:;!?]+$/, "");
}
