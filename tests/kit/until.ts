import { vi } from "vitest";

/** The real one, taken before a test puts its own time in. */
const realTimeout = setTimeout;

/** How many steps of faked time; after these a busy machine gets some real moments more for what is under way. */
const [fakedSteps, realSteps, realMs] = [1500, 1000, 10];

/** Lets faked timers and real streams go on together until the check no longer throws; gives what it gives. */
export async function until<T>(check: () => T, stepMs = 50): Promise<T> {
  for (let step = 0; ; step += 1) {
    try {
      return check();
    } catch (error) {
      if (step > fakedSteps + realSteps) throw error;
    }
    if (step < fakedSteps) await pass(stepMs);
    else await new Promise((resolve) => realTimeout(resolve, realMs));
  }
}

/**
 * Lets `ms` of faked time pass, and everything real that is ready. It does not run ahead of a part that is still
 * loading.
 */
export async function pass(ms: number): Promise<void> {
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(ms);
  await new Promise((resolve) => realTimeout(resolve, 0));
}
