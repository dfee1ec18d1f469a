import { proxy } from "valtio";
import { followKeys } from "./keySequence.ts";
import type { Shortcut } from "./keySequence.ts";
import { keptForBrowser } from "../platform/storage.ts";

/** Shortcuts that belong together, under their title in the sheet. */
export interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
  /** The shell's, on every page: where a page has the same keys, the page's count. */
  isGeneral?: boolean;
}

export const singleKeysName = "singleKeys";
export const ownKeysName = "shortcutKeys";

/** What this browser keeps of its own about keys (WCAG 2.1.4: single keys can be turned off and be others). */
export const shortcutSettings = proxy({
  /** Whether keys without Cmd, Ctrl or Alt do anything. */
  hasSingleKeys: keptForBrowser.read(singleKeysName) !== "off",
  /** By the keys that a shortcut came with, the keys that somebody chose; empty where they want none. */
  ownKeys: readOwnKeys(),
});

/** How many parts hold single keys back. */
let holders = 0;
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

/** Has keys without Cmd, Ctrl or Alt do nothing until the function it gives is called: they would lead away from something. */
export function holdSingleKeys(): () => void {
  holders += 1;
  return () => void (holders -= 1);
}

/** Gives the keys that are in this browser for those that a shortcut came with; empty where it has none. */
export function keysOf(standardKeys: string): string {
  return shortcutSettings.ownKeys[standardKeys] ?? standardKeys;
}

function find(keys: string): Shortcut | undefined {
  if ((holders > 0 || !shortcutSettings.hasSingleKeys) && isSingle(keys)) return undefined;
  const all = listGroups().flatMap(({ shortcuts }) => shortcuts);
  return all.find((one) => keysOf(one.keys) === keys && one.run);
}

/** Whether these keys need no Cmd, Ctrl or Alt. */
export function isSingle(keys: string): boolean {
  return !/^(mod|alt)\+/.test(keys);
}

/** All groups, the page's own before the shell's. */
export function listGroups(): ShortcutGroup[] {
  return [...groups].toSorted(
    (one, other) => Number(one.isGeneral ?? false) - Number(other.isGeneral ?? false),
  );
}

/** Whether something begins with this key. */
function isSequence(key: string): boolean {
  if (!shortcutSettings.hasSingleKeys) return false;
  return [...groups].some(({ shortcuts }) => shortcuts.some((one) => keysOf(one.keys).startsWith(`${key} `)));
}

/** What is stored may be of another version or of somebody's making: what is not understood is left out. */
function readOwnKeys(): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(keptForBrowser.read(ownKeysName) ?? "{}");
    const entries = Object.entries(stored ?? {});
    return Object.fromEntries(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch {
    return {};
  }
}
