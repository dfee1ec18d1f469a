import { deriveAccent } from "./accent.ts";
import { defaultBrand } from "../../domain/product.ts";
import { schemes } from "./schemes.ts";
import type { Scheme } from "./schemes.ts";

/**
 * Gives the CSS of all `--ph-*` variables. The scheme is in `data-ph-scheme` (light, dark or auto) of the root or of
 * any element below it, so a dark preview can be in a light page.
 */
export function tokenRules(): string {
  const dark = schemeVariables("dark");
  return `:root,:host{${sizes}}
:root,:host,[data-ph-scheme]{--ph-radius-s:calc(var(--ph-radius)*.6);--ph-radius-l:calc(var(--ph-radius)*1.6);${schemeVariables("light")}}
[data-ph-scheme=dark]{${dark}}
@media (prefers-color-scheme:dark){[data-ph-scheme=auto]{${dark}}}
[data-ph-density=compact]{--ph-control:34px;--ph-row:36px;--ph-talk:.875rem;}
@media (prefers-contrast:more){[data-ph-scheme]{--ph-line:var(--ph-line-strong);--ph-line-2:var(--ph-line-strong);--ph-text-3:var(--ph-text-2);}}
@media (prefers-reduced-motion:reduce){:root,:host{--ph-fast:0.01ms;--ph-slow:0.01ms;}}`;
}

/** The name of the variable that carries an accent color of one scheme when a theme sets it. */
export function accentVariable(scheme: Scheme, name: string): string {
  return `--ph-${scheme}-${name}`;
}

const sizes = `--ph-font:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",sans-serif;
--ph-mono:ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace;
--ph-talk:.9375rem;--ph-text-xs:.75rem;--ph-text-s:.8125rem;--ph-text-m:.875rem;--ph-text-l:1rem;--ph-text-xl:1.25rem;--ph-text-2xl:1.625rem;
--ph-space-1:4px;--ph-space-2:8px;--ph-space-3:12px;--ph-space-4:16px;--ph-space-5:20px;--ph-space-6:24px;--ph-space-7:32px;--ph-space-8:48px;
--ph-radius:10px;--ph-radius-full:999px;
--ph-control:40px;--ph-row:44px;--ph-fast:120ms;--ph-slow:240ms;--ph-ease:cubic-bezier(.2,.7,.2,1);`;

function schemeVariables(scheme: Scheme): string {
  const colors = Object.entries(schemes[scheme]).map(([name, value]) => `--ph-${name}:${value};`);
  const accents = Object.entries(deriveAccent(defaultBrands[scheme], scheme) ?? {}).map(
    ([name, value]) => `--ph-${name}:var(${accentVariable(scheme, name)},${value});`,
  );
  return `color-scheme:${scheme};${colors.join("")}${accents.join("")}${shadows[scheme]}--ph-focus:var(--ph-accent-text);`;
}

/** In the dark the default brand is a lighter one: the deep teal would sink into the ground. */
const defaultBrands: Record<Scheme, string> = { light: defaultBrand, dark: "#3fabb4" };

const shadows: Record<Scheme, string> = {
  light: `--ph-shadow-1:0 1px 2px rgb(16 24 32/.06);--ph-shadow-2:0 4px 16px rgb(16 24 32/.1);--ph-shadow-3:0 16px 48px rgb(16 24 32/.18);--ph-scrim:rgb(16 24 32/.42);--ph-hover:rgb(16 24 32/.05);--ph-avatar:42% 88%;--ph-avatar-text:55% 24%;`,
  dark: `--ph-shadow-1:0 1px 2px rgb(0 0 0/.4);--ph-shadow-2:0 4px 16px rgb(0 0 0/.45);--ph-shadow-3:0 16px 48px rgb(0 0 0/.6);--ph-scrim:rgb(0 0 0/.6);--ph-hover:rgb(255 255 255/.06);--ph-avatar:24% 27%;--ph-avatar-text:55% 84%;`,
};
