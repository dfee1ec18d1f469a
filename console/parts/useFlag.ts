import { useEffect, useState } from "react";
import { keptForTab } from "../state/platform/storage.ts";

/**
 * Whether a flag was set for the page that comes next; it is taken away once that page is really there. Not while it is
 * drawn: React may draw it twice, and the second time the flag would be gone.
 */
export function useFlag(name: string): boolean {
  const [isSet] = useState(() => keptForTab.read(name) !== null);
  useEffect(() => keptForTab.remove(name), [name]);
  return isSet;
}
