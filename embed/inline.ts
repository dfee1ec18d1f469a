import type { RawOptions } from "./raw.ts";

/** Puts an inline chat where it belongs: into its element, into the target that the page names, or after the tag. */
export function standIn({ element, target, script }: RawOptions, host: Element): void {
  const named = typeof target === "string" ? document.querySelector(target) : target;
  const place = element ?? named;
  if (place) place.append(host);
  else if (script && document.body.contains(script)) script.after(host);
}
