import { setTimeout as sleep } from "node:timers/promises";
import { EgressError } from "./EgressError.ts";

/**
 * How late an unreachable address answers at the earliest. A private address is refused immediately and a closed port
 * within a millisecond; told at the same moment they look alike.
 */
const unreachableAfterMs = 300;

/** Makes a runner that holds back the news "unreachable" until it is equally old, whatever the cause was. */
export function createDelay(wait: (ms: number) => Promise<unknown> = sleep) {
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    try {
      return await work();
    } catch (error) {
      const remainingMs = unreachableAfterMs - (performance.now() - startedAt);
      if (error instanceof EgressError && error.reason === "unreachable" && remainingMs > 0)
        await wait(remainingMs);
      throw error;
    }
  };
}

/** Gives a signal that fires when the caller stops or the whole time is over, with the EgressError that says which. */
export function startDeadline(timeoutMs: number, outer: AbortSignal | undefined) {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(new EgressError("timeout", { log: `not finished within ${timeoutMs} ms` }));
  }, timeoutMs);
  const stopEarly = (): void =>
    controller.abort(new EgressError("aborted", { log: "stopped by the caller" }));
  if (outer?.aborted) stopEarly();
  outer?.addEventListener("abort", stopEarly, { once: true });
  const stop = (): void => {
    clearTimeout(timer);
    outer?.removeEventListener("abort", stopEarly);
  };
  return { signal: controller.signal, stop };
}

/** Waits for work that can't be stopped (a resolver's) only as long as the request may take. */
export function withinDeadline<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(nameStop(signal));
    signal.addEventListener("abort", stop, { once: true });
    // Heard even where the signal has fired already: a rejection that nobody waits for is an error of its own.
    void work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
    if (signal.aborted) stop();
  });
}

/** Gives why the signal fired. Before an answer has begun, running out of time is `unreachable`: a silent port. */
export function nameStop(signal: AbortSignal): unknown {
  const { reason } = signal;
  if (!(reason instanceof EgressError) || reason.reason !== "timeout") return reason;
  return new EgressError("unreachable", { log: reason.log });
}
