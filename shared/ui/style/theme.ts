import { deriveAccent } from "./accent.ts";
import { parseColor } from "../../domain/color.ts";
import type { Scheme } from "./schemes.ts";
import { accentVariable } from "./tokens.ts";

/** What somebody may choose about the looks. Typed tokens only: nothing here is ever read as CSS text. */
export interface Theme {
  scheme?: Scheme | "auto";
  /** The brand color, `#rgb` or `#rrggbb`; all accents and their contrast come from it. */
  primary?: string;
  /** Text on the brand color; ignored where it would not be readable. */
  onPrimary?: string;
  /** Corner radius of cards in px, 0 to 24; smaller and larger corners follow it. */
  radius?: number;
  density?: "comfortable" | "compact";
  font?: keyof typeof fontStacks;
}

/**
 * Sets a theme on a root element (the page's, or one subtree's). What the theme leaves open goes back to the
 * default, so calling it again with each keystroke of a settings form is fine. A color that can't be read is
 * ignored.
 */
export function applyTheme(root: HTMLElement, theme: Theme): void {
  root.dataset.phScheme = theme.scheme ?? "light";
  root.dataset.phDensity = theme.density ?? "comfortable";
  setVariable(root, "--ph-font", theme.font && fontStacks[theme.font]);
  setVariable(root, "--ph-radius", isRadius(theme.radius) ? `${theme.radius}px` : undefined);
  for (const scheme of ["light", "dark"] as const) setAccent(root, scheme, theme);
}

/** Fonts that devices have: nothing is downloaded. `system` is what is in the tokens. */
const fontStacks = {
  system: undefined,
  rounded:
    'ui-rounded,"SF Pro Rounded","Hiragino Maru Gothic ProN",Quicksand,Nunito,"Varela Round",Ubuntu,system-ui,sans-serif',
  serif: 'ui-serif,"Iowan Old Style",Charter,"Bitstream Charter",Cambria,"Noto Serif",Georgia,serif',
  mono: 'ui-monospace,"SF Mono",SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace',
} as const;

const accentNames = ["accent", "accent-hover", "on-accent", "accent-text", "accent-soft"] as const;

function setAccent(root: HTMLElement, scheme: Scheme, theme: Theme): void {
  const readable = theme.primary && parseColor(theme.primary) ? theme.primary : undefined;
  const accent = readable ? deriveAccent(readable, scheme, theme.onPrimary) : undefined;
  for (const name of accentNames) setVariable(root, accentVariable(scheme, name), accent?.[name]);
}

function setVariable(root: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) root.style.removeProperty(name);
  else root.style.setProperty(name, value);
}

function isRadius(value: number | undefined): boolean {
  return value !== undefined && value >= 0 && value <= 24;
}
