import { setImmediate as nextTurn } from "node:timers/promises";

/** So long one turn of the loop is held up at most, by all answers that end in it together. */
const mostMs = 4;

let startedAt: number | null = null;

/** Waits for the next turn of the server's loop where this one was used up by those who ask; else goes on at once. */
export async function shareLoop(): Promise<void> {
  while (startedAt !== null && performance.now() - startedAt > mostMs) await nextTurn();
  if (startedAt !== null) return;
  startedAt = performance.now();
  setImmediate(() => (startedAt = null));
}
