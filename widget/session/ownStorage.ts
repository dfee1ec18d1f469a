import { keyOf } from "./peek.ts";

/** The frame's own storage, of which only the names of one token are touched. */
export interface OwnStorage {
  read(name: string): string | null;
  write(name: string, value: string | null): void;
}

/** The frame's storage of this kind; null where the browser denies it to frames of other sites: touching it throws there. */
export function findOwnStorage(kind: "local" | "session", token: string): OwnStorage | null {
  try {
    const storage = kind === "local" ? localStorage : sessionStorage;
    const probe = "ph:probe";
    storage.setItem(probe, "1");
    storage.removeItem(probe);
    return {
      read: (name) => storage.getItem(keyOf(token, name)),
      write(name, value) {
        try {
          if (value === null) storage.removeItem(keyOf(token, name));
          else storage.setItem(keyOf(token, name), value);
        } catch {
          // The storage is full: what is in memory counts until the document goes.
        }
      },
    };
  } catch {
    return null;
  }
}

/** Takes everything of this token out of both storages. */
export function clearOwnStorage(token: string): void {
  for (const find of [() => localStorage, () => sessionStorage]) {
    try {
      const storage = find();
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
      for (const key of keys) if (key.startsWith(keyOf(token, ""))) storage.removeItem(key);
    } catch {
      // A storage that is denied holds nothing of ours.
    }
  }
}
