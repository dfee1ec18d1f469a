/**
 * Gives the path below which this page's server lies, which it writes into its documents; empty at the root. Everything else
 * in these programs names paths below it: links are written with toAddress, and the browser's are read with toPath.
 */
export function readBasePath(): string {
  return globalThis.document?.documentElement.dataset["basePath"] ?? "";
}

/** Gives a path of the server as the browser asks for it. Other addresses stay as they are. */
export function toAddress(path: string): string {
  return /^\/(?!\/)/.test(path) ? readBasePath() + path : path;
}

/** Gives a path of the server for one of the browser's. */
export function toPath(address: string): string {
  const base = readBasePath();
  if (base === "" || (address !== base && !address.startsWith(`${base}/`))) return address;
  return address.slice(base.length) || "/";
}

/** Gives the path of the server that the page shows. */
export function readLocationPath(): string {
  return toPath(location.pathname);
}

/** Gives this server's address, without a slash at its end. */
export function readServerAddress(): string {
  return location.origin + readBasePath();
}
