/** The browser's locks, which happy-dom has not, as far as the chat uses them: one holder a name, the others in line or turned away. */
export function createLocks(): Pick<LockManager, "request"> {
  const lines = new Map<string, Promise<void>>();
  const waiting = new Map<string, number>();

  async function request(name: string, ...rest: unknown[]): Promise<unknown> {
    const work = rest.pop() as (lock: object | null) => Promise<unknown>; // the last argument, as the browser has it
    const { signal, ifAvailable } = (rest[0] ?? {}) as LockOptions; // the one before it, where there is one
    const inLine = waiting.get(name) ?? 0;
    if (ifAvailable && inLine > 0) return work(null);
    waiting.set(name, inLine + 1);
    const before = lines.get(name) ?? Promise.resolve();
    const { promise: done, resolve: leave } = Promise.withResolvers<void>();
    const line = before.then(() => done);
    lines.set(name, line);
    try {
      await before;
      signal?.throwIfAborted();
      return await work({ name });
    } finally {
      waiting.set(name, (waiting.get(name) ?? 1) - 1);
      leave();
    }
  }

  return { request: request as LockManager["request"] }; // the part of it that is here
}
