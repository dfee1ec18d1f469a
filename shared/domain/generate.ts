/** "AI generate use cases: theme, agent, welcome_content" (specification 9). */
export const generateUseCases = ["theme", "agent", "welcome_content"] as const;
export type GenerateUseCase = (typeof generateUseCases)[number];

/**
 * Gives the address that somebody means: people leave out the scheme, and a site then is https, one of this machine or with
 * a port of its own http. Null for what is no address of the web.
 */
export function readTypedAddress(typed: string): string | null {
  const text = typed.trim();
  if (text === "" || text.length > 2000 || /\s/.test(text)) return null;
  const hasScheme = /^https?:\/\//i.test(text);
  if (!hasScheme && /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text)) return null;
  const url = URL.parse(hasScheme ? text : `${schemeOf(text)}://${text}`);
  if (!url || url.username !== "" || url.password !== "") return null;
  // A word is not taken for a name in the network, unless somebody wrote it as an address.
  return hasScheme || url.hostname.includes(".") || url.hostname === "localhost" ? url.href : null;
}

/** How an address without a scheme is asked first: numbers, this machine and ports of one's own are hardly ever https. */
export function schemeOf(address: string): "http" | "https" {
  const host = address.split(/[/?#]/, 1)[0] ?? "";
  return /^(localhost|\d+(\.\d+){3}|\[[\da-f:.]+\])(:\d+)?$|:(?!443$)\d+$/i.test(host) ? "http" : "https";
}

/** The same address by the other scheme: what is typed without one may be either. */
export function otherScheme(address: string): string {
  return address.replace(/^http(s?):/, (_, s: string) => (s ? "http:" : "https:"));
}

/** As far as a crawl goes where nobody says otherwise. */
export const wholeSite = {
  include: [] as string[],
  exclude: [] as string[],
  maxDepth: 5,
  maxPages: 500,
};
