/**
 * Gives a path of the server as the browser asks for it. Everything else in these programs names paths below the base path.
 * Other addresses stay as they are.
 */
export function toAddress(path: string): string {
  return /^\/(?!\/)/.test(path) ? readBasePath() + path : path;
}

/** Gives the path of the server that the page shows. */
export function readLocationPath(): string {
  const { pathname } = location;
  const base = readBasePath();
  if (base === "" || (pathname !== base && !pathname.startsWith(`${base}/`))) return pathname;
  return pathname.slice(base.length) || "/";
}

/** Gives this server's address, without a slash at its end. */
export function readServerAddress(): string {
  return location.origin + readBasePath();
}

/** The path below which this page's server is, which it writes into its documents; empty at the root. */
function readBasePath(): string {
  return globalThis.document?.documentElement.dataset["basePath"] ?? "";
}
