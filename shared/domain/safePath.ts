/**
 * Gives the path, query and hash of an address that stays on this origin, else null. What comes in is in a link that
 * anybody may have made: only a plain path is followed, whatever a browser would make of the rest.
 */
export function readSafePath(value: string | null | undefined, origin: string): string | null {
  if (!value || !/^\/(?![/\\])/.test(value) || hasHiddenCharacters(value)) return null;
  const url = URL.parse(value, origin);
  if (!url || url.origin !== origin || url.pathname.startsWith("//") || isAuthPath(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

/** Whether the path belongs to signing in and its relatives. */
export function isAuthPath(path: string): boolean {
  return /^\/auth(\/|$)/.test(path);
}

/** Backslashes and control characters, which browsers read as slashes or not at all. */
function hasHiddenCharacters(value: string): boolean {
  return [...value].some((one) => one === "\\" || one <= " " || one === "\u007f");
}
