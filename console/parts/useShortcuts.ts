import { useEffect } from "react";
import { addShortcuts } from "../state/shell/shortcuts.ts";
import type { ShortcutGroup } from "../state/shell/shortcuts.ts";

/** Adds a screen's shortcuts, if it has any now, while it is shown. Hand in the same group each time it is drawn. */
export function useShortcuts(group: ShortcutGroup | null): void {
  useEffect(() => (group ? addShortcuts(group) : undefined), [group]);
}
