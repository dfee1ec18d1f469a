const firstPauseMs = 500;
const longestPauseMs = 8000;
/** A connection that gives nothing, not even a heartbeat (every 15 s), is taken for dead. */
const silentForMs = 30_000;

/**
 * Waits before another try: growing, half of it chance, at least as long as the server asked for, and cut short when the
 * network is back.
 */
export function pause(failures: number, atLeastMs = 0): Promise<void> {
  const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
  const ms = Math.max(atLeastMs, longest / 2 + (longest / 2) * Math.random());
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    if (atLeastMs === 0) addEventListener("online", done);
  });
}

/** A signal that aborts once nothing was heard for too long. */
export function watchSilence() {
  const silent = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const postpone = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silent.abort(), silentForMs);
  };
  postpone();
  return { signal: silent.signal, postpone, stop: () => clearTimeout(timer) };
}
