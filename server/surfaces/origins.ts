/**
 * Whether a page of this origin may show the agent. An empty list allows every site (Deploy warns); localhost is always
 * allowed, so that developers can try the snippet before they list their domain.
 */
export function isOriginAllowed(origin: string, allowedDomains: string[]): boolean {
  const url = parseOrigin(origin);
  if (!url) return false;
  if (allowedDomains.length === 0 || isLocalhost(url.hostname)) return true;
  return allowedDomains.some((domain) => matches(url, domain));
}

/** A developer's own machine, let in although the list names other sites only: the chat says so. */
export function isDevelopment(origin: string, allowedDomains: string[]): boolean {
  const url = parseOrigin(origin);
  if (!url || allowedDomains.length === 0 || !isLocalhost(url.hostname)) return false;
  return !allowedDomains.some((domain) => matches(url, domain));
}

/** How a page without an origin names itself: a sandboxed frame, a file, an app's WebView that loads a text. */
export const nullOrigin = "null";

/**
 * Whether pages without an origin may show the agent. With an empty list every page may, and these are pages, too: there is
 * nothing that their refusal would protect. A list lets them in only where the owner says so, who then knows that any site
 * can put the chat into a sandboxed frame and come as nobody: the list keeps honest sites only.
 */
export function isNullOriginAllowed(allowedDomains: string[], allowsNullOrigin: boolean): boolean {
  return allowedDomains.length === 0 || allowsNullOrigin;
}

/**
 * The value of `frame-ancestors` for this list; the console's own preview is `'self'`. Null leaves the directive out: no word
 * of it names a page without an origin, not even `*` (tried in Chromium), so that only a document without it is shown there.
 */
export function frameAncestors(allowedDomains: string[], isForNullOrigin = false): string | null {
  if (allowedDomains.length === 0 || isForNullOrigin) return null;
  const sites = ["localhost:*", "*.localhost:*", ...allowedDomains].flatMap((site) => [
    `https://${site}`,
    `http://${site}`,
  ]);
  return ["'self'", ...sites].join(" ");
}

/**
 * The origin of a request from another page, as the browser says: an origin on the web, `null` for all others, null for
 * no page at all.
 */
export function askingOrigin(headers: Headers): string | null {
  const said = headers.get("origin");
  return said === null ? null : (originOf(said) ?? nullOrigin);
}

/**
 * Whether a frame of another site asks without saying which: a page without an origin has no Referer, and some visitors'
 * browsers send none. It may speak with the frame as nobody, where nobody may.
 */
export function isFramedByNobody(headers: Headers): boolean {
  const isFrame = headers.get("sec-fetch-dest") === "iframe";
  return isFrame && headers.get("sec-fetch-site") === "cross-site" && !headers.has("referer");
}

/** The origin (scheme, host, port) of an address, or null where it is none that a page can have. */
export function originOf(address: string | null): string | null {
  return address ? (parseOrigin(address)?.origin ?? null) : null;
}

function parseOrigin(address: string): URL | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === "https:" || url.protocol === "http:" ? url : null;
}

function isLocalhost(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost");
}

/** `example.com` is that host alone, `*.example.com` every host below it; without a port, the scheme's own. */
function matches(url: URL, domain: string): boolean {
  const [host = "", port = ""] = domain.split(":");
  const sameHost = host.startsWith("*.") ? url.hostname.endsWith(host.slice(1)) : url.hostname === host;
  return sameHost && url.port === port;
}
