import type { Page } from "playwright";

/** What a page has begun and not ended. */
export interface WorkCounts {
  /** Timeouts, intervals, and callbacks for the next frame or an idle moment. */
  timers: number;
  /** Requests that wait for their answer, sockets, event streams, channels and ports. */
  connections: number;
  observers: number;
}

/** Where the page's document keeps what was noted. */
type Noted = typeof globalThis & { notedWork?: Record<keyof WorkCounts, Set<unknown>> };

/** Notes all that the page's document begins from now on; gives a function that counts what of it still goes on. */
export async function noteWork(page: Page): Promise<() => Promise<WorkCounts>> {
  await page.evaluate(install);
  return () =>
    page.evaluate(() => {
      const { timers, connections, observers } = (globalThis as Noted).notedWork ?? {};
      return {
        timers: timers?.size ?? 0,
        connections: connections?.size ?? 0,
        observers: observers?.size ?? 0,
      };
    });
}

/** Runs in the page: puts its own functions in the place of those that begin and end something. */
function install(): void {
  const scope = globalThis as unknown as Record<string, unknown>; // its functions by name
  const noted = {
    timers: new Set<unknown>(),
    connections: new Set<unknown>(),
    observers: new Set<unknown>(),
  };
  Object.defineProperty(globalThis, "notedWork", { value: noted, configurable: true });
  type Any = (...args: unknown[]) => unknown;

  /** Timers are told by what kind they are and their number. */
  const timers = [
    ["setTimeout", "clearTimeout", true],
    ["setInterval", "clearInterval", false],
    ["requestAnimationFrame", "cancelAnimationFrame", true],
    ["requestIdleCallback", "cancelIdleCallback", true],
  ] as const;
  for (const [begin, end, isOnce] of timers) {
    const [begins, ends] = [scope[begin] as Any, scope[end] as Any];
    scope[begin] = (callback: Any, ...rest: unknown[]) => {
      const run = (...args: unknown[]) => {
        if (isOnce) noted.timers.delete(name);
        return callback(...args);
      };
      const id = begins(run, ...rest);
      const name = `${end} ${id}`;
      noted.timers.add(name);
      return id;
    };
    scope[end] = (id: unknown) => {
      noted.timers.delete(`${end} ${id}`);
      ends(id);
    };
  }

  const fetches = scope["fetch"] as Any;
  scope["fetch"] = (...args: unknown[]) => {
    const asked = Promise.resolve(fetches(...args));
    noted.connections.add(asked);
    const settle = () => void noted.connections.delete(asked);
    asked.then(settle, settle);
    return asked;
  };

  /** What `new` makes lasts until one of its methods ends it. */
  function follow(name: string, set: Set<unknown>, end: string): void {
    const Kind = scope[name] as (new (...args: unknown[]) => object) | undefined;
    if (!Kind) return;
    scope[name] = new Proxy(Kind, {
      construct(target, args, newTarget) {
        const made = Reflect.construct(target, args, newTarget) as object; // what `new` makes
        // The other port of a channel is handed over, and lies in somebody else's hands.
        const lasting = ("port1" in made ? made.port1 : made) as Record<string, Any>;
        set.add(lasting);
        const ends = lasting[end] as Any;
        lasting[end] = (...rest: unknown[]) => {
          set.delete(lasting);
          return ends.apply(lasting, rest);
        };
        return made;
      },
    });
  }
  for (const name of ["WebSocket", "EventSource", "BroadcastChannel"])
    follow(name, noted.connections, "close");
  follow("MessageChannel", noted.connections, "close");
  follow("XMLHttpRequest", noted.connections, "abort");
  for (const name of ["MutationObserver", "ResizeObserver", "IntersectionObserver", "PerformanceObserver"])
    follow(name, noted.observers, "disconnect");
}
