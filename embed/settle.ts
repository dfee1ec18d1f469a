import type { KeepPolicy } from "../shared/frame/keepPolicy.ts";
import type { FrameOptions, Identity, PageLook } from "../shared/frame/messages.ts";
import type { RawOptions } from "./raw.ts";
import type { PathRule, Theme, WidgetMode } from "./types.ts";

/** Options as the core works with them. */
export interface SettledOptions {
  mode: WidgetMode;
  isOpen: boolean;
  defer: "open" | "idle" | "now";
  autofocus: boolean | "desktop";
  hasTitleBadge: boolean;
  hideOn: PathRule[];
  showOn: PathRule[];
  width: string | null;
  height: string | null;
  identity: Identity | null;
  look: PageLook;
  frame: Omit<FrameOptions, "asksBeforeSend" | "asksBeforeOpen"> & KeepPolicy;
}

/** Reads options of every origin. Only values that mean something are taken: an unknown one leaves what Deploy says. */
export function settle(raw: RawOptions): SettledOptions {
  const identity = typeof raw.identity === "object" ? raw.identity : null;
  const isAutofocus = readFlag(raw.autofocus);
  return {
    mode: pick(["bubble", "inline", "drawer", "modal", "none"], raw.mode) ?? "bubble",
    isOpen: readFlag(raw.open) ?? false,
    defer: pick(["open", "idle", "now"], raw.defer) ?? "open",
    autofocus: isAutofocus ?? "desktop",
    hasTitleBadge: readFlag(raw.titleBadge) ?? true,
    hideOn: readRules(raw.hideOn),
    showOn: readRules(raw.showOn),
    width: readLength(raw.width),
    height: readLength(raw.height),
    identity: raw.userToken ? { ...identity, token: raw.userToken } : identity,
    look: readLook(raw),
    frame: {
      locale: typeof raw.locale === "string" && raw.locale ? raw.locale : "auto",
      dir: pick(["auto", "ltr", "rtl"], raw.dir) ?? "auto",
      strings: typeof raw.strings === "object" ? raw.strings : {},
      storage: pick(["local", "session", "none"], raw.storage) ?? "local",
      consent: pick(["granted", "required", "denied"], raw.consent) ?? "granted",
      sound: readFlag(raw.sound) ?? null,
    },
  };
}

/** A look that has only what the page said. */
function readLook({ theme, color, position, mode, height }: RawOptions): PageLook {
  const look: PageLook = typeof theme === "object" ? pickLook(theme) : {};
  const scheme = pick(["auto", "light", "dark"], theme);
  if (scheme) look.scheme = scheme;
  if (isColor(color)) look.primary = color;
  const side = pick(["right", "left"], position);
  if (side) look.position = side;
  if (mode === "inline" && height === "auto") look.height = "auto";
  return look;
}

function pickLook(theme: Theme): PageLook {
  const look: PageLook = {};
  const scheme = pick(["auto", "light", "dark"], theme.scheme);
  const density = pick(["comfortable", "compact"], theme.density);
  const font = pick(["system", "rounded", "serif", "mono"], theme.font);
  if (scheme) look.scheme = scheme;
  if (density) look.density = density;
  if (font) look.font = font;
  if (isColor(theme.primary)) look.primary = theme.primary;
  if (isColor(theme.onPrimary)) look.onPrimary = theme.onPrimary;
  if (isColor(theme.background)) look.background = theme.background;
  if (isColor(theme.text)) look.text = theme.text;
  // Which names and values mean something, the frame knows.
  const vars = Object.entries(theme.vars ?? {}).filter(([, value]) => typeof value === "string");
  if (vars.length) look.vars = Object.fromEntries(vars);
  if (typeof theme.radius === "number" && theme.radius >= 0) look.radius = Math.min(theme.radius, 24);
  return look;
}

function isColor(value: unknown): value is string {
  return typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value);
}

function pick<Value extends string>(values: Value[], given: unknown): Value | undefined {
  return values.find((value) => value === given);
}

/** An attribute that stands alone, as in `<pilothouse-chat open>`, means yes. */
function readFlag(given: unknown): boolean | undefined {
  if (given === true || given === "true" || given === "") return true;
  return given === false || given === "false" ? false : undefined;
}

function readRules(given: unknown): PathRule[] {
  if (typeof given === "string") return given.split(",").flatMap((rule) => rule.trim() || []);
  return Array.isArray(given) ? given : [];
}

function readLength(given: unknown): string | null {
  if (given === undefined || given === "" || given === "auto") return null;
  return /^\d+(\.\d+)?$/.test(String(given)) ? `${given}px` : String(given);
}
