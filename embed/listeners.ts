import type { WidgetEvents } from "../shared/frame/messages.ts";
import type { EventName, Listen } from "./types.ts";

type Hear = (...all: never[]) => void;

/** Tells page code what happens: by `on`, and as DOM events `pilothouse:NAME`. */
export interface Listeners {
  /** What page code calls. */
  methods: { on: Listen; once: Listen; off(name: string, listener: Hear): void };
  /** What page code listens to. */
  names(): string[];
  tell<Name extends EventName>(name: Name, detail: WidgetEvents[Name]): void;
}

/** `onChange` is called when a listener came or went. */
export function createListeners(target: EventTarget, onChange: () => void): Listeners {
  let all: [name: string, listener: Hear, isOnce?: boolean][] = [];

  /** Page code calls it with a name and a listener. */
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
    methods: { on, once: (name: string, listener: Hear) => on(name, listener, true), off },
    names: () => all.map(([name]) => name),
    tell(told, detail) {
      for (const [name, listener, isOnce] of all) {
        const isAny = name === "*";
        if (name !== told && !isAny) continue;
        if (isOnce) off(name, listener);
        try {
          listener(...((isAny ? [told, detail] : [detail]) as never[])); // each name's listeners take its own detail
        } catch (error) {
          // The page's own mistake: it must not stop the others.
          console.error(error);
        }
      }
      target.dispatchEvent(new CustomEvent(`pilothouse:${told}`, { detail, bubbles: true, composed: true }));
    },
  };
}
