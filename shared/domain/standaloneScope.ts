import { standaloneScopes } from "./standalone.ts";
import type { StandaloneScope } from "./standalone.ts";

/** Gives below which of the two a path lies; undefined for others. */
export function findScope(path: string): StandaloneScope | undefined {
  return standaloneScopes.find((scope) => path.startsWith(scope));
}

/** Gives the same place below the other of the two, or below the one where it is. */
export function moveToScope(path: string, scope: StandaloneScope): string {
  const own = findScope(path);
  return own ? scope + path.slice(own.length) : path;
}
