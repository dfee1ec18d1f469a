/** The tab that holds it with an agent's ID has the one stream of all hidden tabs of that agent. */
const lockName = "pilothouse live ";
/** The streams of all hidden tabs together. A browser's other connections are for visible tabs. */
const mostStreams = 3;

interface Turn {
  agentId: string;
  /** Ends the waiting, or the holding. */
  signal: AbortSignal;
  /** The turn has come. */
  onTurn: () => void;
}

/** Waits for an agent's one stream of hidden tabs, and for one of their few places, and holds both until the turn ends. */
export async function takeHiddenTurn({ agentId, signal, onTurn }: Turn): Promise<void> {
  // Without locks, which pages outside a secure context have not, it hears nothing until somebody looks.
  const { locks } = navigator as { locks?: LockManager };
  await locks?.request(lockName + agentId, { signal }, async () => {
    const waiting = new AbortController();
    const wanted = AbortSignal.any([signal, waiting.signal]);
    const take = (place: number) =>
      locks.request(lockName + place, { signal: wanted }, async () => {
        // Another one came in the same moment.
        wanted.throwIfAborted();
        waiting.abort();
        await hold();
      });
    await Promise.any(Array.from({ length: mostStreams }, (_, index) => take(index + 1)));
  });

  async function hold(): Promise<void> {
    onTurn();
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  }
}
