import { version } from "../shared/domain/product.ts";
import { openWidget } from "./boot.ts";
import { defineElement } from "./element.ts";
import { install } from "./page.ts";
import { flatten } from "./raw.ts";
import type { Widget, WidgetOptions } from "./types.ts";
import { findHost } from "./findHost.ts";

/** The installation that this module came from. */
const home = import.meta.url;

/**
 * Gives the widget of this token: a new one, or the one that the page has. Resolves to null where there is no page, as on a
 * server that renders, and where there is no token.
 */
export async function createWidget(options: WidgetOptions): Promise<Widget | null> {
  if (typeof window === "undefined") return null;
  if (!options?.token) {
    console.warn("Pilothouse: createWidget needs a token. Copy it from Deploy.");
    return null;
  }
  const widget = openWidget(Object.assign(flatten({ host: findHost(home) }), flatten(options)));
  if (options.global) install(widget, options.global);
  return widget;
}

defineElement(home);

export { version };
export type * from "./types.ts";
