import { proxy } from "valtio";
import { followKeys } from "./keySequence.ts";
import { keptForBrowser } from "./storage.ts";

/** Keys that do something wherever nobody is typing. */
export interface Shortcut {
  /** `c`, `g d` (one after the other), or `mod+k`: Cmd on a Mac, else Ctrl. */
  keys: string;
  /** What it does, for the sheet of all shortcuts. */
  label: string;
  /** Left out where the browser itself does it, as with Escape: the sheet names it all the same. */
  run?: () => void;
  /** Holding the key down does it again and again. */
  isRepeated?: boolean;
}

/** Shortcuts that belong together, under their title in the sheet. */
export interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
  /** The shell's, on every page: where a page has the same keys, the page's count. */
  isGeneral?: boolean;
}

const storedName = "singleKeys";

/** Whether keys without Cmd or Ctrl do anything in this browser (WCAG 2.1.4: they can be turned off). */
export const shortcutSettings = proxy({ hasSingleKeys: keptForBrowser.read(storedName) !== "off" });

const groups = new Set<ShortcutGroup>();
let stopListening: (() => void) | null = null;

/** Adds shortcuts until the function it gives is called. */
export function addShortcuts(group: ShortcutGroup): () => void {
  groups.add(group);
  stopListening ??= followKeys({ find, isSequence });
  return () => {
    groups.delete(group);
    if (groups.size > 0) return;
    stopListening?.();
    stopListening = null;
  };
}

/** Gives what there is to press now, each key once, the page's own first. */
export function listShortcuts(): ShortcutGroup[] {
  const named = new Set<string>();
  return inOrder().flatMap(({ title, shortcuts }) => {
    const ofGroup = shortcuts.filter(({ keys }) => !named.has(keys));
    for (const { keys } of ofGroup) named.add(keys);
    return ofGroup.length > 0 ? [{ title, shortcuts: ofGroup }] : [];
  });
}

/** Turns the keys without Cmd or Ctrl on or off, and keeps that in this browser. */
export function setSingleKeys(isOn: boolean): void {
  shortcutSettings.hasSingleKeys = isOn;
  keptForBrowser.write(storedName, isOn ? "on" : "off");
}

function find(keys: string): Shortcut | undefined {
  if (!shortcutSettings.hasSingleKeys && !keys.startsWith("mod+")) return undefined;
  const all = inOrder().flatMap(({ shortcuts }) => shortcuts);
  return all.find((one) => one.keys === keys && one.run);
}

function inOrder(): ShortcutGroup[] {
  return [...groups].toSorted(
    (one, other) => Number(one.isGeneral ?? false) - Number(other.isGeneral ?? false),
  );
}

/** Whether something begins with this key. */
function isSequence(key: string): boolean {
  if (!shortcutSettings.hasSingleKeys) return false;
  return [...groups].some(({ shortcuts }) => shortcuts.some(({ keys }) => keys.startsWith(`${key} `)));
}
