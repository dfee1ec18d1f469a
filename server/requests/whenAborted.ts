const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `call` when a signal that thousands wait for is aborted, until what this gives is called. A signal looks through
 * all its listeners for each that comes or goes.
 */
export function whenAborted(signal: AbortSignal, call: () => void): () => void {
  const calls = waiting.get(signal) ?? gather(signal);
  calls.add(call);
  return () => void calls.delete(call);
}

function gather(signal: AbortSignal): Set<() => void> {
  const calls = new Set<() => void>();
  waiting.set(signal, calls);
  signal.addEventListener("abort", () => calls.forEach((call) => call()));
  return calls;
}
