import type { PageLook } from "../shared/frame/messages.ts";

/** What one widget on a page was asked to be. */
export interface WidgetOptions {
  token: string;
  /** Origin of the installation; the script's own. */
  host: string;
  look: PageLook;
  zIndex: number;
  /** Opens as soon as it is there. */
  open: boolean;
  /** The name of the public object on `window`. */
  global: string;
}

/** Reads the script tag: `?token=` (or `tkn`) of its address, the rest from `data-*`; null where there is no token. */
export function readOptions(script: HTMLScriptElement): WidgetOptions | null {
  const url = new URL(script.src);
  const data = script.dataset;
  const token = url.searchParams.get("token") ?? url.searchParams.get("tkn") ?? data["token"];
  if (!token) return null;
  return {
    token,
    host: url.origin,
    look: readLook(data),
    zIndex: Number(data["zIndex"]) || 1000,
    open: data["open"] === "true",
    global: data["global"] || "Pilothouse",
  };
}

/** Only values that mean something are taken: an unknown one leaves what Deploy says. */
function readLook({ theme, color, position }: DOMStringMap): PageLook {
  const look: PageLook = {};
  if (theme === "auto" || theme === "light" || theme === "dark") look.scheme = theme;
  if (color && /^#[0-9a-f]{6}$/i.test(color)) look.primary = color;
  if (position === "left" || position === "right") look.position = position;
  return look;
}
