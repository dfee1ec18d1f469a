import { readPolicy, type KeepPolicy } from "../../shared/frame/keepPolicy.ts";
import type { FrameEnd } from "../../shared/frame/link.ts";
import { clearOwnStorage, findOwnStorage, type OwnStorage } from "./ownStorage.ts";
import { peek } from "./peek.ts";

/**
 * All that a visitor's browser keeps, each as `ph:TOKEN:NAME`. `session`: id and key of the session, and the person whose
 * it is; `outbox`: what was written and not sent yet; `consent`: that the visitor agreed, where they were asked; `sound`:
 * that they switched it; `thread`: the end of their conversation; `form`: what they filled in before it.
 */
export const keptNames = ["session", "outbox", "consent", "sound", "thread", "form"] as const;
export type KeptName = (typeof keptNames)[number];

/**
 * Keeps small values over reloads: in the frame's own storage; where that is denied, in the page's, over the link (but no
 * conversation: the page's own code could read it there); else only as long as the document lives. Before consent, and where the page wants no storage, it is the document's memory
 * alone, and nothing is read or written.
 */
export interface Keep {
  read(name: KeptName): Promise<string | null>;
  /** Writes what `change` makes of the current value, which another tab may have written. */
  update(name: KeptName, change: (before: string | null) => string | null): void;
  /** Whether values outlive this document. */
  isLasting(): boolean;
  /** The page around the frame can be asked from now on. */
  connect(link: FrameEnd): void;
  /** From now on nothing is read or written: the console's preview is no visit. */
  forgetAll(): void;
  /** The page's options, also later on. What this document has moves along; `denied` takes everything away. */
  use(policy: Partial<KeepPolicy>): void;
  /** The visitor agreed to what the page's `consent: "required"` asks: it is granted now and at their next visit. */
  agree(): void;
  /** Whether the visitor agreed at an earlier visit; the one thing that is read before consent. */
  hasAgreed(): Promise<boolean>;
  /** Takes away everything that was ever kept for this token, wherever. */
  wipe(): void;
  /**
   * What is kept is a person's who was not identified on this page yet: nothing but the session's own name is read, and
   * what is written stays in memory, until `release` or `takeOver`.
   */
  hold(): void;
  /** The person was identified: what is kept is theirs. */
  release(): void;
  /** Somebody else is here: what is held goes, and what this document wrote takes its place. */
  takeOver(): void;
}

/** How long a page may take to answer before the frame continues without it. */
const pageAnswersWithinMs = 1000;

export function createKeep(token: string, given: KeepPolicy = readPolicy(location.hash)): Keep {
  const policy = { ...given };
  const memory = new Map<KeptName, string | null>();
  const asked = new Map<string, (value: string | null) => void>();
  let found: { kind: KeepPolicy["storage"]; own: OwnStorage | null } | undefined;
  let isForgetful = false;
  let isHeld = false;
  let wipes = 0;
  let link: FrameEnd | undefined;
  let onLink = () => {};
  const linked = new Promise<void>((resolve) => (onLink = resolve));
  /** Reading from the page takes a moment: changes are made one after the other. */
  let changes: Promise<void> = Promise.resolve();

  /** Whether values of this name stay in this document. */
  function isInMemory(name: KeptName): boolean {
    const isAllowed = policy.storage !== "none" && policy.consent === "granted";
    return !isAllowed || (isHeld && name !== "session");
  }

  /** Looked for when it may be touched, and not before. */
  function findOwn(): OwnStorage | null {
    const { storage: kind } = policy;
    if (kind === "none") return null;
    if (found?.kind !== kind) found = { kind, own: findOwnStorage(kind, token) };
    return found.own;
  }

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
    if (isInMemory(name)) return;
    const own = findOwn();
    if (own) own.write(name, value);
    else if (name !== "thread")
      void linked.then(() => isForgetful || link?.send("storage-set", { key: name, value }));
  }

  async function readNow(name: KeptName): Promise<string | null> {
    if (isForgetful) return null;
    const own = isInMemory(name) ? null : findOwn();
    if (own) return own.read(name);
    const isOwnOnly = name === "thread" || parent === window;
    if (isInMemory(name) || memory.has(name) || isOwnOnly) return memory.get(name) ?? null;
    const before = wipes;
    const value = await readFromPage(name);
    // What was wiped in the meantime must not come back.
    if (before === wipes) memory.set(name, value);
    return memory.get(name) ?? null;
  }

  function wipe(): void {
    wipes += 1;
    memory.clear();
    clearOwnStorage(token);
    const clearPage = () => keptNames.forEach((key) => link?.send("storage-set", { key, value: null }));
    if (parent !== window) void linked.then(clearPage);
  }

  /** Puts what this document knows where it belongs now. */
  function writeMemory(known: [KeptName, string | null][]): void {
    for (const [name, value] of known) if (value !== null) write(name, value);
  }

  function use(next: Partial<KeepPolicy>): void {
    const before = { ...policy };
    const own = isInMemory("session") ? null : findOwn();
    if (own) for (const name of keptNames) if (!isInMemory(name)) memory.set(name, own.read(name));
    Object.assign(policy, next);
    if (isForgetful) return;
    if (policy.consent === "denied") return wipe();
    if (before.storage === policy.storage && before.consent === policy.consent) return;
    const known = [...memory];
    if (before.consent === "granted") wipe();
    writeMemory(known);
  }

  return {
    read: (name) => changes.then(() => readNow(name)),
    update(name, change) {
      if (isForgetful) return;
      if (isInMemory(name)) return void memory.set(name, change(memory.get(name) ?? null));
      const own = findOwn();
      if (own) return write(name, change(own.read(name)));
      changes = changes.then(async () => write(name, change(await readNow(name))));
    },
    isLasting: () => !isForgetful && !isInMemory("session") && (findOwn() !== null || link !== undefined),
    connect(connected) {
      link = connected;
      link.on("storage-value", ({ key, value }) => asked.get(key)?.(value));
      onLink();
    },
    forgetAll: () => void (isForgetful = true),
    use,
    agree() {
      use({ consent: "granted" });
      write("consent", "granted");
    },
    async hasAgreed() {
      if (isForgetful || policy.storage === "none") return false;
      const kept = peek(token, "consent");
      if (kept === undefined && parent !== window) return (await readFromPage("consent")) === "granted";
      return kept === "granted";
    },
    wipe() {
      isHeld = false;
      wipe();
    },
    hold: () => void (isHeld = true),
    release() {
      isHeld = false;
      // The stored value is authoritative; the next write adds to it.
      for (const name of keptNames) if (name !== "session") memory.delete(name);
    },
    takeOver() {
      if (!isHeld) return;
      const known = [...memory].filter(([name]) => name !== "session");
      isHeld = false;
      wipe();
      writeMemory(known);
    },
  };
}
