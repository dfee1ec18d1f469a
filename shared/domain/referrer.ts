/** The longest address that is taken. */
export const maxReferrerCharacters = 2000;

/**
 * Where somebody came from, as a browser says: origin and path alone, because what stands behind them may be private. Null
 * where it is no page of the web, or longer than is taken.
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
