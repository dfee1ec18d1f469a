import { vi } from "vitest";

/**
 * How long vitest keeps looking where a test waits for something: an end for what never comes. Its own second is a
 * bound on a busy machine's speed. `expect.poll` has its number in vitest.config.ts.
 */
const timeout = 60_000;

const { waitFor, waitUntil } = vi;
vi.waitFor = (check, options) => waitFor(check, extend(options));
vi.waitUntil = (check, options) => waitUntil(check, extend(options));

function extend(options: number | { timeout?: number; interval?: number } = {}) {
  return typeof options === "number" ? options : { timeout, ...options };
}
