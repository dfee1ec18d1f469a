import { useSyncExternalStore } from "react";
import { navigate, onNavigate, readPath } from "../state/shell/navigation.ts";

/** The location that wouter routes by: as the browser's, but a page with unsaved work is asked before it is left. */
export function useGuardedLocation(): [string, typeof navigate] {
  return [useSyncExternalStore(onNavigate, readPath), navigate];
}
