/** The longest address that is kept. */
export const maxReferrerCharacters = 2000;
/** The longest that a browser may say, for what is behind the path is often long, and is cut off. */
export const maxSaidReferrerCharacters = 8000;

/**
 * Where somebody came from, as a browser says: only origin and path, because what is behind them may be private. Null
 * where it is no page of the web, or longer than is kept.
 */
export function referrerOf(said: string): string | null {
  if (!/^https?:/i.test(said)) return null;
  try {
    const { origin, pathname } = new URL(said);
    const address = `${origin}${pathname}`;
    return address.length <= maxReferrerCharacters ? address : null;
  } catch {
    return null;
  }
}
