/** Keeps a few values for a frame whose own storage is denied, under `ph:TOKEN:KEY` of the page's own storage. */
export function keepForFrame(token: string) {
  const name = (key: string) => `ph:${token}:${key}`;
  return {
    get(key: string): string | null {
      try {
        return localStorage.getItem(name(key));
      } catch {
        return null;
      }
    },
    set(key: string, value: string | null): void {
      try {
        if (value === null) localStorage.removeItem(name(key));
        else localStorage.setItem(name(key), value);
      } catch {
        // Denied here too: the session lives as long as the page.
      }
    },
  };
}
