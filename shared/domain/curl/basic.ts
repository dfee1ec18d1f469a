/** Gives the value of an Authorization header for a user and password, as UTF-8. */
export function encodeBasic(user: string, password: string): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** Reads user and password from a Basic header; null where its text is none that encodes the same again. */
export function decodeBasic(text: string): { username: string; password: string } | null {
  try {
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    const pair = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const at = pair.indexOf(":");
    if (at < 0) return null;
    const [username, password] = [pair.slice(0, at), pair.slice(at + 1)];
    return encodeBasic(username, password) === text ? { username, password } : null;
  } catch {
    return null;
  }
}
