import type { ChatRequest, Hear } from "./chatModel.ts";
import { ModelFault, faultTable } from "./fault.ts";
import type { ModelLimits } from "./limits.ts";

export interface RetryOptions {
  request: ChatRequest;
  limits: ModelLimits;
  /** Waits, or throws the signal's reason when that ends first. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  attempt: (hear: Hear) => Promise<void>;
}

const firstPauseMs = 400;

/** Asks again where nothing was said yet and the fault may pass; after the first word a fault is the answer's end. */
export async function streamWithRetries(options: RetryOptions, hear: Hear): Promise<void> {
  const { request, limits, wait, attempt } = options;
  const startedAt = performance.now();
  for (let number = 1; ; number += 1) {
    hear({ type: "attempt", number });
    let hasText = false;
    let isRefused = false;
    try {
      return await attempt((part) => {
        // A provider that sends only white space has not begun to say something.
        hasText ||= part.type === "text" && part.text.trim() !== "";
        // If a listener throws, there is no retry.
        isRefused = true;
        hear(part);
        isRefused = false;
      });
    } catch (error) {
      const pauseMs =
        isRefused || hasText || number > limits.retries ? null : pauseBefore(error, number, limits);
      if (pauseMs === null || performance.now() - startedAt + pauseMs > limits.patienceMs) throw error;
      await wait(pauseMs, request.signal);
    }
  }
}

export interface AskOptions<Answer> {
  attempt: (patienceMs: number) => Promise<Answer>;
  limits: ModelLimits;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  /** How long it may take in all. */
  patienceMs: number;
}

/** Asks for what comes whole, again where the fault may pass and there is time for it. */
export async function askWithRetries<Answer>(options: AskOptions<Answer>): Promise<Answer> {
  const { attempt, limits, wait, signal } = options;
  const until = performance.now() + options.patienceMs;
  for (let number = 1; ; number += 1) {
    try {
      return await attempt(Math.max(1, until - performance.now()));
    } catch (error) {
      const pauseMs = number > limits.retries ? null : pauseBefore(error, number, limits);
      if (pauseMs === null || performance.now() + pauseMs > until) throw error;
      await wait(pauseMs, signal);
    }
  }
}

/** How long to wait before the next try, the `number`th of them having failed; null where none would help. */
export function pauseBefore(
  error: unknown,
  number: number,
  limits: Pick<ModelLimits, "longestWaitMs">,
): number | null {
  if (!(error instanceof ModelFault) || !faultTable[error.kind].again) return null;
  const { retryAfterMs } = error;
  if (retryAfterMs !== null) return retryAfterMs <= limits.longestWaitMs ? retryAfterMs : null;
  return firstPauseMs * 2 ** (number - 1) * (0.5 + Math.random());
}
