import { useSyncExternalStore } from "react";
import { breakpoints } from "../../shared/domain/limits.ts";

const narrow = `(max-width: ${breakpoints.mobile}px)`;

/** Whether the window is as narrow as a phone; the layout's own rules use the same width. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(watch, () => matchMedia(narrow).matches);
}

function watch(listener: () => void): () => void {
  const query = matchMedia(narrow);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
