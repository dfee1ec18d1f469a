import { baseRules } from "./base.ts";
import { addRules, adoptStyles } from "./sheet.ts";
import { applyTheme } from "./theme.ts";
import type { Theme } from "./theme.ts";
import { tokenRules } from "./tokens.ts";

let isStarted = false;

/** Puts tokens and base rules in front of all others and the theme on the page; an entry calls it once, first. */
export function startStyles(theme: Theme = {}): void {
  applyTheme(document.documentElement, theme);
  if (isStarted) return;
  isStarted = true;
  addRules(tokenRules() + baseRules, true);
  // Once it is whole: each rule of a sheet in use has the browser look at its elements again.
  adoptStyles(document);
}
