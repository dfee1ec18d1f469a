/** What somebody may change again. */
type Own<T> = T extends object ? { -readonly [Key in keyof T]: Own<T[Key]> } : T;

/**
 * Gives data of one's own from what a screen reads. A snapshot inside a component watches who reads it, which
 * `structuredClone` refuses; everything that is read from the server is JSON, so this loses nothing.
 */
export function copyShown<T>(shown: T): Own<T> {
  return JSON.parse(JSON.stringify(shown)) as Own<T>; // what it was made of
}
