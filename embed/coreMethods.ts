import type { WidgetMethods } from "./types.ts";

/** What the loader answers itself. */
type OfTheLoader =
  | "version"
  | "token"
  | "ready"
  | "state"
  | "on"
  | "once"
  | "off"
  | "show"
  | "hide"
  | "unavailableReason"
  | "destroy";

/** What the core can do: for page code, and for the loader. */
export interface Core extends Omit<WidgetMethods, OfTheLoader> {
  /**
   * The visitor did this: came near, which loads the frame, hidden; used that element of the page, as one with
   * `data-agent-open`; or clicked the launcher's button, which opens and closes, but who clicked before the core was there only
   * meant to open.
   */
  serve(event: Event, wasThere: unknown, opener?: Element): void;
  /** Page code listens, or does no longer. */
  listen(): void;
  end(): void;
}
