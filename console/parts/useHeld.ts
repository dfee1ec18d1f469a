import { useEffect, useState } from "react";

/** "Nothing for 150 ms, then a skeleton, kept for at least 300 ms" (the rules for every screen). */
const quietMs = 150;
const leastMs = 300;

/** Follows whether something loads, but holds on once a skeleton could be seen, so that nothing flashes. */
export function useHeld(isLoading: boolean): boolean {
  const [held, setHeld] = useState(() => ({ isLoading, startedAt: Date.now(), leftMs: 0 }));
  const { startedAt, leftMs } = held;
  // Settled once, when the loading ends: what was shown must not make way to a skeleton again.
  if (isLoading && !held.isLoading) setHeld({ isLoading, startedAt: Date.now(), leftMs: 0 });
  if (!isLoading && held.isLoading)
    setHeld({ isLoading, startedAt, leftMs: timeLeft(Date.now() - startedAt) });

  useEffect(() => {
    if (leftMs === 0) return;
    const timer = setTimeout(() => setHeld((now) => ({ ...now, leftMs: 0 })), leftMs);
    return () => clearTimeout(timer);
  }, [leftMs]);

  return isLoading || leftMs > 0;
}

function timeLeft(elapsedMs: number): number {
  return elapsedMs < quietMs ? 0 : Math.max(0, quietMs + leastMs - elapsedMs);
}
