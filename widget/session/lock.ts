/** Lets one tab after the other work, where the browser has locks and gives them to this frame. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  let hasBegun = false;
  try {
    return (await navigator.locks.request(name, () => {
      hasBegun = true;
      return work();
    })) as T; // its type wraps the promise a second time
  } catch (thrown) {
    if (hasBegun) throw thrown;
    return work();
  }
}

/**
 * Calls `onTurn` once no other tab holds this turn; at once where there are no locks. What it gives ends the turn, or the
 * waiting for it.
 */
export function waitForTurn(name: string, onTurn: () => void): () => void {
  const left = new AbortController();
  const { promise: whole, resolve: end } = Promise.withResolvers<void>();
  let hasBegun = false;
  function begin(): Promise<void> {
    hasBegun = true;
    if (!left.signal.aborted) onTurn();
    return whole;
  }
  async function wait(): Promise<void> {
    try {
      await navigator.locks.request(name, { signal: left.signal }, begin);
    } catch {
      if (!hasBegun) void begin();
    }
  }
  void wait();
  return () => {
    left.abort();
    end();
  };
}
