import type { WidgetEvents } from "../shared/frame/messages.ts";

export type EventName = keyof WidgetEvents;
export type Listener<Name extends EventName> = (detail: WidgetEvents[Name]) => void;

/** Tells page code what happens: by `on`, and as DOM events `pilothouse:NAME` on window. */
export interface Listeners {
  on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void;
  tell<Name extends EventName>(name: Name, detail: WidgetEvents[Name]): void;
  clear(): void;
}

export function createListeners(): Listeners {
  const all = new Map<string, Set<(detail: never) => void>>();
  return {
    on(name, listener) {
      const set = all.get(name) ?? new Set();
      all.set(name, set.add(listener));
      return () => void set.delete(listener);
    },
    tell(name, detail) {
      all.get(name)?.forEach((listener) => {
        try {
          listener(detail as never); // the map keeps each name's own listeners
        } catch (error) {
          // The page's own mistake: it must not stop the others.
          console.error(error);
        }
      });
      dispatchEvent(new CustomEvent(`pilothouse:${name}`, { detail }));
    },
    clear: () => all.clear(),
  };
}
