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

/** What somebody wrote and nobody has yet: the browser keeps it only for them, until they sign out. */
const written = ["replies", "drafts"] as const;

/** Gives the name under which the browser keeps it for a user. */
export function nameWritten(what: (typeof written)[number], userId = ""): string {
  return `${what}:${userId}`;
}

/** What goes along with it: the tab keeps it by the conversation, for all users. */
const alongWritten = /^(files|begun):/;

/** The user leaves: the browser's next user finds none of it. */
export function forgetWritten(userId?: string): void {
  for (const what of written) keptForBrowser.remove(nameWritten(what, userId));
  const names = tryOr(() => Object.keys(sessionStorage), []);
  for (const name of names) if (alongWritten.test(name)) keptForTab.remove(name);
}

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
