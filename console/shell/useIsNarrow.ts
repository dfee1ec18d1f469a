import { breakpoints } from "../../shared/domain/limits.ts";
import { useMedia } from "../parts/useMedia.ts";

/** Whether the window is as narrow as a phone; the layout's own rules use the same width. */
export function useIsNarrow(): boolean {
  return useMedia(`(max-width: ${breakpoints.mobile}px)`);
}
