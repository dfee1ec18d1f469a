import { useEffect, useState } from "react";

/** "Nothing for 150 ms, then a skeleton, kept for at least 300 ms" (the rules for every screen). */
const quietMs = 150;
const leastMs = 300;

/** Follows whether something loads, but holds on once a skeleton could be seen, so that nothing flashes. */
export function useHeld(isLoading: boolean): boolean {
  const [startedAt, setStartedAt] = useState<number | null>(isLoading ? Date.now() : null);
  if (isLoading && startedAt === null) setStartedAt(Date.now());

  useEffect(() => {
    if (isLoading || startedAt === null) return;
    const elapsedMs = Date.now() - startedAt;
    const leftMs = elapsedMs < quietMs ? 0 : Math.max(0, quietMs + leastMs - elapsedMs);
    const timer = setTimeout(() => setStartedAt(null), leftMs);
    return () => clearTimeout(timer);
  }, [isLoading, startedAt]);

  const elapsedMs = startedAt === null ? 0 : Date.now() - startedAt;
  return isLoading || (elapsedMs >= quietMs && elapsedMs < quietMs + leastMs);
}
