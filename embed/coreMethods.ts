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

/** What the core does itself; all else that page code calls comes with the first such call. */
export type MethodsOfTheCore = Pick<WidgetMethods, "open" | "close" | "toggle" | "doctor">;
export type MethodsOfPageCode = Omit<WidgetMethods, OfTheLoader | keyof MethodsOfTheCore>;
export type CoreMethod = keyof (MethodsOfTheCore & MethodsOfPageCode);

/** What the core does for the loader. */
export interface Core {
  /**
   * The visitor did this: came near, which loads the frame, hidden; used that element of the page, as one with
   * `data-agent-open`; or clicked the launcher's button, which opens and closes, but who clicked before the core was there only
   * meant to open.
   */
  serve(event: Event, wasThere: unknown, opener?: Element): void;
  /** Page code calls this method; its calls are answered in their order. */
  call(method: CoreMethod, given: never[]): unknown;
  /** Page code listens, or does no longer. */
  listen(): void;
  end(): void;
}
