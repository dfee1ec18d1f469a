export type FrameStorage = ReturnType<typeof keepForFrame>;

/**
 * Keeps a few values for a frame whose own storage is denied, under `ph:TOKEN:KEY` of the page's own storage, as long as the
 * page allows it.
 */
export function keepForFrame(token: string, readKind: () => "local" | "session" | "none") {
  const prefix = `ph:${token}:`;

  /** Denied here too: the session lives as long as the page. */
  function use<Value>(run: (storage: Storage) => Value): Value | null {
    const kind = readKind();
    try {
      return kind === "none" ? null : run(kind === "session" ? sessionStorage : localStorage);
    } catch {
      return null;
    }
  }

  return {
    get: (key: string) => use((storage) => storage.getItem(prefix + key)),
    set: (key: string, value: string | null) =>
      use((storage) =>
        value === null ? storage.removeItem(prefix + key) : storage.setItem(prefix + key, value),
      ),
    wipe() {
      for (const find of [() => localStorage, () => sessionStorage]) {
        try {
          const storage = find();
          for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
        } catch {
          // What can't be reached holds nothing of ours.
        }
      }
    },
  };
}
