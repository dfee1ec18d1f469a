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

/** The value of `frame-ancestors` for this list; the console's own preview is `'self'`. */
export function frameAncestors(allowedDomains: string[]): string {
  if (allowedDomains.length === 0) return "*";
  const sites = ["localhost:*", "*.localhost:*", ...allowedDomains].flatMap((site) => [
    `https://${site}`,
    `http://${site}`,
  ]);
  return ["'self'", ...sites].join(" ");
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
