import type { EventName, Listener } from "./listeners.ts";
import type { WidgetOptions } from "./options.ts";
import type { Widget } from "./widget.ts";

/** What page code finds as `window.Pilothouse`: the widget's methods, and callable with a method's name. */
export type Api = Widget & ((method: string, ...rest: unknown[]) => unknown);

/** What may stand under the public name before we come: our own object, or a stub with early calls. */
type Before = Partial<Api> & { q?: ArrayLike<unknown>[] };

/** Whether the same snippet ran on this page before, and is still there. */
export function isThere({ token, global: name }: Pick<WidgetOptions, "token" | "global">): boolean {
  return readGlobal(name)?.token === token;
}

/**
 * Puts the public object on window and makes the calls that a queue stub kept, in their order. What else the page keeps
 * under this name stays its own.
 */
export function installApi(widget: Widget, name: string): void {
  const scope = window as unknown as Record<string, unknown>; // the page's own globals, of any kind
  const before = readGlobal(name);
  if (before && !before.q) return console.warn(`Pilothouse: window.${name} is taken`);
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
  for (const kept of Array.from(before?.q ?? [])) call(...(Array.from(kept) as [string, ...unknown[]])); // as the stub kept them
}

function readGlobal(name: string): Before | undefined {
  return (window as unknown as Record<string, Before | undefined>)[name]; // each field is looked at before it is used
}

export type { EventName, Listener };
