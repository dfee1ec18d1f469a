/** Every method that any address may take; the rest (TRACE, CONNECT, made-up ones) end before anything looks at them. */
export const knownMethods: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
]);

/**
 * Whether a request's path is written in a way that two readers could understand differently: empty and dotted segments,
 * encoded dots and slashes, path parameters, control characters. Nobody of ours writes any of these.
 */
export function isTricky(target: string): boolean {
  const [path = ""] = target.split(/[?#]/);
  if (!path.startsWith("/") || path.length > 2000) return true;
  if (/\/\/|[\\;\u0000-\u0020\u007f-\uffff]|%(2e|2f|5c|25|3b|[01][0-9a-f]|7f)/i.test(path)) return true;
  return path.split("/").some((segment) => segment === "." || segment === "..") || !canDecode(path);
}

/** Whether a path belongs to the API, in whatever case somebody tries it. */
export function isApiPath(path: string): boolean {
  return /^\/api(\/|$)/i.test(path);
}

/**
 * First parts of paths that monitors, proxies and scanners ask servers for, beside everything that begins with a dot. The
 * console has no screen there, and its page would be taken for an answer.
 */
const reserved = new Set(
  "metrics healthz health livez readyz ready status version debug actuator server-status server-info trace env config graphql swagger openapi docs admin-api cgi-bin phpmyadmin wp-admin wp-login wp-json xmlrpc prometheus pprof assets widget sitemap robots".split(
    " ",
  ),
);

/** Whether a path that no route answers is one that never gets the console's page. */
export function isReservedPath(path: string): boolean {
  const [first = ""] = path.slice(1).toLowerCase().split("/");
  return path.includes("/.") || reserved.has(first);
}

/** A path of the contract as the router writes it: `{name}` becomes `:name`. */
export function toRouterPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

function canDecode(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
