import type { FrameEnd } from "../../shared/frame/link.ts";

/** What a visitor's browser keeps, all of it: `ph:TOKEN:session` and `ph:TOKEN:outbox`. */
export type KeptName = "session" | "outbox";

/**
 * Keeps small values over reloads: in the frame's own storage; where that is denied, in the page's, over the link; else
 * only as long as the document lives.
 */
export interface Keep {
  read(name: KeptName): Promise<string | null>;
  /** Writes what `change` makes of what stands there now, which another tab may have written. */
  update(name: KeptName, change: (before: string | null) => string | null): void;
  /** Whether values outlive this document. */
  isLasting(): boolean;
  /** The page around the frame can be asked from now on. */
  connect(link: FrameEnd): void;
  /** From now on nothing is read or written: the console's preview is no visit. */
  forgetAll(): void;
}

/** How long a page may take to answer before the frame goes on without it. */
const pageAnswersWithinMs = 1000;

export function createKeep(token: string): Keep {
  const own = findOwnStorage();
  const memory = new Map<KeptName, string | null>();
  const asked = new Map<string, (value: string | null) => void>();
  let isForgetful = false;
  let link: FrameEnd | undefined;
  let onLink = () => {};
  const linked = new Promise<void>((resolve) => (onLink = resolve));

  async function readFromPage(name: KeptName): Promise<string | null> {
    const overdue = new Promise<null>((resolve) => setTimeout(resolve, pageAnswersWithinMs, null));
    const answer = linked.then(() => {
      const answered = new Promise<string | null>((resolve) => asked.set(name, resolve));
      link?.send("storage-get", { key: name });
      return answered;
    });
    return Promise.race([answer, overdue]);
  }

  function write(name: KeptName, value: string | null): void {
    memory.set(name, value);
    if (!own) return void linked.then(() => isForgetful || link?.send("storage-set", { key: name, value }));
    try {
      if (value === null) own.removeItem(`ph:${token}:${name}`);
      else own.setItem(`ph:${token}:${name}`, value);
    } catch {
      // The storage is full: what is in memory counts until the document goes.
    }
  }

  async function readNow(name: KeptName): Promise<string | null> {
    if (isForgetful) return null;
    if (own) return own.getItem(`ph:${token}:${name}`);
    if (!memory.has(name) && parent !== window) memory.set(name, await readFromPage(name));
    return memory.get(name) ?? null;
  }

  /** Reading from the page takes a moment: changes are made one after the other. */
  let changes: Promise<void> = Promise.resolve();

  return {
    read: (name) => changes.then(() => readNow(name)),
    update(name, change) {
      if (isForgetful) return;
      if (own) return write(name, change(own.getItem(`ph:${token}:${name}`)));
      changes = changes.then(async () => write(name, change(await readNow(name))));
    },
    isLasting: () => !isForgetful && (own !== null || link !== undefined),
    connect(connected) {
      link = connected;
      link.on("storage-value", ({ key, value }) => asked.get(key)?.(value));
      onLink();
    },
    forgetAll: () => void (isForgetful = true),
  };
}

/** Touching storage throws where the browser denies it to frames of other sites. */
function findOwnStorage(): Storage | null {
  try {
    const probe = "ph:probe";
    localStorage.setItem(probe, "1");
    localStorage.removeItem(probe);
    return localStorage;
  } catch {
    return null;
  }
}
