/** Reads and writes one of the browser's storages; where it is blocked or full, nothing is kept and nothing breaks. */
export interface Kept {
  read(name: string): string | null;
  write(name: string, value: string): void;
  remove(name: string): void;
}

/** Lives as long as the tab. */
export const keptForTab = keepIn(() => globalThis.sessionStorage);
/** Lives until the browser's data is cleared. */
export const keptForBrowser = keepIn(() => globalThis.localStorage);

function keepIn(open: () => Storage): Kept {
  return {
    read: (name) => tryOr(() => open().getItem(name), null),
    write: (name, value) => tryOr(() => open().setItem(name, value), undefined),
    remove: (name) => tryOr(() => open().removeItem(name), undefined),
  };
}

function tryOr<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
