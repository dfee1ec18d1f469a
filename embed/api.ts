import type { EventName, Listener } from "./listeners.ts";
import type { Widget } from "./widget.ts";

/** What page code finds as `window.Pilothouse`: the widget's methods, and callable with a method's name. */
export type Api = Widget & ((method: string, ...rest: unknown[]) => unknown);

type Queue = { q?: ArrayLike<unknown>[] };

/** Puts the public object on window and makes the calls that a queue stub kept, in their order. */
export function installApi(widget: Widget, name: string): void {
  const scope = window as unknown as Record<string, unknown>; // the page's own globals, of any kind
  const waiting = (scope[name] as Queue | undefined)?.q;
  const call = (method: string, ...rest: unknown[]) => {
    const member = widget[method as keyof Widget] as unknown;
    if (typeof member === "function") return (member as (...all: unknown[]) => unknown)(...rest);
    console.warn(`Pilothouse: no method "${method}"`);
    return undefined;
  };
  const api = Object.assign(call, widget);
  scope[name] = api;
  widget.onDestroy(() => {
    if (scope[name] === api) delete scope[name];
  });
  for (const kept of Array.from(waiting ?? [])) call(...(Array.from(kept) as [string, ...unknown[]])); // as the stub kept them
}

export type { EventName, Listener };
