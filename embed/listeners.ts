import type { WidgetEvents } from "../shared/frame/messages.ts";
import type { EventName, Listen } from "./types.ts";

type Hear = (...all: never[]) => void;

/** Tells page code what happens: by `on`, and as DOM events `pilothouse:NAME`. */
export interface Listeners {
  on: Listen;
  once: Listen;
  off(name: string, listener: Hear): void;
  has(name: EventName): boolean;
  tell<Name extends EventName>(name: Name, detail: WidgetEvents[Name]): void;
}

/** `onChange` is called when a listener came or went. */
export function createListeners(target: EventTarget, onChange: () => void): Listeners {
  let all: [name: string, listener: Hear, isOnce?: boolean][] = [];

  function on(name: string, listener: Hear, isOnce?: boolean) {
    all = [...all, [name, listener, isOnce]];
    onChange();
    return () => off(name, listener);
  }

  function off(name: string, listener: Hear): void {
    all = all.filter(([named, given]) => named !== name || given !== listener);
    onChange();
  }

  return {
    on: (name: string, listener: Hear) => on(name, listener),
    once: (name: string, listener: Hear) => on(name, listener, true),
    off,
    has: (wanted) => all.some(([name]) => name === wanted || name === "*"),
    tell(told, detail) {
      for (const [name, listener, isOnce] of all) {
        const given: unknown[] = name === "*" ? [told, detail] : [detail];
        if (name !== told && !given[1]) continue;
        if (isOnce) off(name, listener);
        try {
          listener(...(given as never[])); // each name's listeners take its own detail
        } catch (error) {
          // The page's own mistake: it must not stop the others.
          console.error(error);
        }
      }
      target.dispatchEvent(new CustomEvent(`pilothouse:${told}`, { detail, bubbles: true, composed: true }));
    },
  };
}
