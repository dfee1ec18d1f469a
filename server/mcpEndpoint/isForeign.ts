const ownMachine = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Whether a request names another host than ours, or comes from a page of another origin: a page whose name was led to this
 * machine could ask in its visitor's place otherwise.
 */
export function isForeign(headers: Headers, publicOrigin: string | null): boolean {
  const own = publicOrigin === null ? null : new URL(publicOrigin);
  const origin = headers.get("origin");
  const isOwnHost = (host: string) => host === own?.host || ownMachine.has(host.replace(/:\d+$/, ""));
  if (!isOwnHost(headers.get("host")?.toLowerCase() ?? "")) return true;
  if (origin === null || origin === own?.origin) return false;
  return !URL.canParse(origin) || !ownMachine.has(new URL(origin).hostname);
}
