/** A page that is left has no timers: what a file's code still waits for would happen when its window is gone. */
import { afterAll } from "vitest";

/** Node's own, whatever the page's types say. */
type Start = (...args: unknown[]) => NodeJS.Timeout;

const started = new Set<NodeJS.Timeout>();

note("setTimeout");
note("setInterval");
afterAll(() => {
  for (const timer of started) clearTimeout(timer);
});

function note(name: "setTimeout" | "setInterval"): void {
  const { [name]: start } = globalThis as unknown as Record<typeof name, Start>;
  const noted = (...args: unknown[]) => {
    const timer = start(...args);
    started.add(timer);
    return timer;
  };
  // What Node hangs onto the function, such as its promised form, stays there.
  Object.assign(globalThis, { [name]: Object.assign(noted, start) });
  afterAll(() => void Object.assign(globalThis, { [name]: start }));
}
