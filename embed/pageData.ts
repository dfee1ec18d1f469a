import type { PageEnd } from "../shared/frame/link.ts";
import type { Attributes, Tracked } from "../shared/frame/messages.ts";
import type { WidgetMethods } from "./types.ts";

/** So much of what the visitor did is told. */
const mostTracked = 20;

/** What page code has said of the visitor and of the page. A frame that is loaded anew is told it again. */
export interface PageData extends Pick<WidgetMethods, "setAttributes" | "setContext" | "track"> {
  /** Tells all of it to a frame that knows nothing yet. */
  tellAll(link: PageEnd): void;
  /** The visitor is gone: nothing that was said of them counts any more. */
  forget(): void;
}

/** `send` reaches the frame as long as there is one. */
export function createPageData(given: unknown, send: PageEnd["send"]): PageData {
  let attributes: Attributes = {};
  let context = typeof given === "object" ? (given as Record<string, unknown> | null) : null;
  let tracked: Tracked[] = [];

  function keepTracked(events: Tracked[]): void {
    tracked = events.slice(-mostTracked);
    send("track", tracked);
  }

  function setContext(next: typeof context): void {
    try {
      context = JSON.parse(JSON.stringify(next));
      send("context", context);
    } catch {
      // What can't be written is left out.
      void import("./vet.ts").then(({ vetContext }) => setContext(vetContext(next)));
    }
  }

  return {
    tellAll(link) {
      if (context) link.send("context", context);
      if (tracked.length) link.send("track", tracked);
      if (Object.keys(attributes).length) link.send("attributes", attributes);
    },
    forget() {
      keepTracked([]);
      attributes = {};
      context = null;
    },
    setAttributes(more) {
      attributes = { ...attributes, ...more };
      send("attributes", more);
    },
    setContext,
    track(event, properties) {
      keepTracked([...tracked, { event, at: Date.now(), ...(properties && { properties }) }]);
    },
  };
}
