import { vi } from "vitest";

/** Gives the browser of a test what it lacks, such as `locks`, until globals are unstubbed. All else is as it was. */
export function stubNavigator(more: object): void {
  const { navigator } = globalThis;
  const stub = new Proxy(navigator, {
    // Getters of happy-dom's navigator work on itself alone.
    get: (of, name) => (name in more ? Reflect.get(more, name) : Reflect.get(of, name, of)),
    has: (of, name) => name in more || name in of,
  });
  vi.stubGlobal("navigator", stub);
}
