/** Waits; ends early, without an error, when the signal is aborted. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>;

/** The real timer, which everything here takes unless another one is handed in. */
export const waitByTimer: Wait = (ms, signal) =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal?.addEventListener("abort", finish);
  });
