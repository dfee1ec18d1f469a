const firstPauseMs = 500;
const longestPauseMs = 8000;
/** A connection that gives nothing, not even a heartbeat (every 15 s), is taken for dead. */
const silentForMs = 30_000;

const awaken = new EventTarget();

/** The machine slept, or the document was frozen: no connection is what it was, and nobody waits any longer. */
export function wakeAll(): void {
  awaken.dispatchEvent(new Event("wake"));
}

/**
 * Waits before another try: growing, half of it chance, at least as long as the server asked for, and cut short when the
 * network or the machine is back.
 */
export function pause(failures: number, atLeastMs = 0): Promise<void> {
  const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
  const ms = Math.max(atLeastMs, longest / 2 + (longest / 2) * Math.random());
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      awaken.removeEventListener("wake", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    if (atLeastMs > 0) return;
    addEventListener("online", done);
    awaken.addEventListener("wake", done);
  });
}

/** A signal that aborts once nothing was heard for too long. */
export function watchSilence() {
  const silent = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const giveUp = () => silent.abort();
  const postpone = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, silentForMs);
  };
  const stop = () => {
    clearTimeout(timer);
    awaken.removeEventListener("wake", giveUp);
  };
  postpone();
  awaken.addEventListener("wake", giveUp);
  return { signal: silent.signal, postpone, stop };
}

/** Loads a part of the program, once for all who ask, over every cut. */
export function createLoader<Part>(
  load: () => Promise<Part>,
  onReachable: (isReachable: boolean) => void = () => {},
): () => Promise<Part> {
  let loading: Promise<Part> | undefined;

  async function loadOverCuts(): Promise<Part> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await load();
      } catch {
        onReachable(false);
        await pause(failures);
      }
    }
  }

  return () => (loading ??= loadOverCuts());
}
