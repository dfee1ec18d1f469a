/**
 * Gives the address as it is asked for: without fragment, campaign and session parts, which never change the page,
 * and otherwise as the site wrote it. Undefined for what is not a web address.
 */
export function parseAddress(text: string, base?: string | URL): URL | undefined {
  if (text.length > maxLength || /^[^?#]*\\/.test(text)) return undefined;
  const url = URL.parse(text, base);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return undefined;
  url.hash = "";
  url.pathname = url.pathname.replace(/;jsessionid=[^/]*/i, "");
  const pairs = listPairs(url).filter((pair) => !noise.test(pair));
  // With its own question mark: a query that begins with another one would lose it.
  url.search = pairs.length > 0 ? `?${pairs.join("&")}` : "";
  return url.href.length > maxLength ? undefined : url;
}

/**
 * Gives the identity of a page: http and https, www and without, an index file and its folder, and parameters in
 * another order are one page, so none is read twice.
 */
export function keyOf(url: URL): string {
  const path = url.pathname
    .replace(/\/{2,}/g, "/")
    .replace(/\/(index|default)\.(html?|php|aspx?|jsp)$/i, "/");
  const query = listPairs(url).toSorted().join("&");
  return siteOf(url) + unifyEscapes(path) + (query === "" ? "" : `?${unifyEscapes(query)}`);
}

/** Gives what a site is known by. Another sub-domain or port is another site. */
export function siteOf(url: URL): string {
  return url.host.replace(/^www\./, "").replace(/\.(?=$|:)/, "");
}

const maxLength = 2000;
const noise =
  /^(utm_[^=]*|gclid|gbraid|wbraid|fbclid|msclkid|yclid|dclid|mc_[ce]id|_ga|_gl|_hs(enc|mi)|igshid|phpsessid|jsessionid)(=|$)/i;

function listPairs(url: URL): string[] {
  return url.search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "");
}

/** Writes every escape in capitals, and none for letters, digits and the marks that need none. */
function unifyEscapes(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });
}
