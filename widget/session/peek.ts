/** Reads one value without the probe, which would write; undefined where the storage is denied. */
export function peek(token: string, name: string): string | null | undefined {
  try {
    return localStorage.getItem(keyOf(token, name)) ?? sessionStorage.getItem(keyOf(token, name));
  } catch {
    return undefined;
  }
}

/** Under which name a browser keeps a value of this token's. */
export function keyOf(token: string, name: string): string {
  return `ph:${token}:${name}`;
}
