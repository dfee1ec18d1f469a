import { setImmediate as nextTurn } from "node:timers/promises";

/** Of each turn of the loop, all answers that end in it together have this share, so that none waits for a quiet time. */
const shareOfTurn = 1 / 5;
/** The least time that they have. */
const leastMs = 4;

let startedAt: number | null = null;
let mostMs = leastMs;

/** Waits for the next turn of the server's loop where the share of this one was used up; else continues at once. */
export async function shareLoop(): Promise<void> {
  while (startedAt !== null && performance.now() - startedAt > mostMs) await nextTurn();
  if (startedAt !== null) return;
  const beganAt = performance.now();
  startedAt = beganAt;
  setImmediate(() => {
    mostMs = Math.max(leastMs, (performance.now() - beganAt) * shareOfTurn);
    startedAt = null;
  });
}
