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
  /** Loads the frame, hidden. */
  prepare(): void;
  /** The launcher's button was used: it opens and closes, but who clicked before this was there only meant to open. */
  use(wasThere: unknown): void;
  /** An element of the page with `data-agent-open` was used. */
  openBy(element: Element): void;
  /** Page code listens, or does no longer. */
  listen(): void;
  end(): void;
}
