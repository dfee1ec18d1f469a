import { css, keyframes } from "goober";
import { redirectGoober } from "./goober.ts";

redirectGoober();

/**
 * goober's `css` and `keyframes`, writing into our adopted sheet. Import them from here only: this module
 * redirects goober before any template runs. Each declaration needs its final `;` or goober drops it silently.
 */
export { css, keyframes };

/** Joins class names, leaving out what is false, null or empty. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
