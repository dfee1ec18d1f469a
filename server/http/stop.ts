import type { Store } from "../database/store.ts";
import type { Server } from "./server.ts";
import type { Listening } from "./listen.ts";

/** What is ended, in the order in which it leans on each other. */
export interface Running {
  server: Pick<Server, "finish" | "beginStop" | "stop">;
  listening: Pick<Listening, "stop">;
  store: Pick<Store, "close">;
}

/** Kept for ending all, where there is time for it: what is before continues meanwhile. */
const endingMs = 3500;

/**
 * Ends everything within this time, each part within what is left. What hangs is left behind then: another process, or
 * the next start, continues with it by what is stored. Gives whether all came to its end.
 */
export async function stopWithin(running: Running, withinMs: number): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), withinMs);
  const inOrder = stopInOrder(running, withinMs).then(() => true as const);
  return Promise.race([inOrder, late.promise]).finally(() => clearTimeout(timer));
}

async function stopInOrder({ server, listening, store }: Running, withinMs: number): Promise<void> {
  const endsAt = performance.now() + withinMs;
  const leftMs = () => Math.max(0, endsAt - performance.now());
  await server.finish(withinMs - Math.min(endingMs, withinMs / 2));
  server.beginStop();
  await listening.stop(leftMs() / 2);
  await server.stop(leftMs() / 2);
  await store.close();
}
