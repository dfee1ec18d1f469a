import type { RequestError } from "./requestError.ts";
import type { Wait } from "./wait.ts";

/** "Retry helper: 3 attempts, 1000 ms delay by default" (specification 9). */
export const retryAttempts = 3;
export const retryDelayMs = 1000;

interface RetryOptions {
  wait: Wait;
  isWorthAnother: (error: unknown) => boolean;
  attempts?: number;
  delayMs?: number;
  signal?: AbortSignal;
}

/** Runs an attempt until it succeeds, up to three times; the last error is the one that is thrown. */
export async function retry<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { wait, isWorthAnother, attempts = retryAttempts, delayMs = retryDelayMs, signal } = options;
  for (let left = attempts - 1; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (left <= 0 || signal?.aborted || !isWorthAnother(error)) throw error;
      await wait(delayMs, signal);
    }
  }
}

/** Whether the same request may well succeed a moment later: no answer, or a server that is busy or starting. */
export function isPassing(error: RequestError): boolean {
  return error.code === "offline" || error.code === "timeout" || [502, 503, 504].includes(error.status);
}
