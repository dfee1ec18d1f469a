/** Brings what the log of SQLite holds into its file, beside the server's own thread, which it would hold up. */
export interface Checkpoints {
  /** Something was committed: it is brought there soon, with what follows until then. */
  committed(): void;
  stop(): void;
}

/** So that the log stays short, and the same pages are not brought over again for each commit. */
const everyMs = 2000;

export interface CheckpointOptions {
  /** Does it. */
  checkpoint: () => Promise<void>;
  report: (error: unknown) => void;
}

/** Makes what has it done while something is written. */
export function createCheckpoints({ checkpoint, report }: CheckpointOptions): Checkpoints {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function begin(): void {
    timer = undefined;
    void checkpoint().catch((error: unknown) => isStopped || report(error));
  }

  return {
    committed() {
      if (isStopped) return;
      timer ??= setTimeout(begin, everyMs).unref();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
