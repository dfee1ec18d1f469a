import { listGroups, isSingle, keysOf, ownKeysName, shortcutSettings, singleKeysName } from "./shortcuts.ts";
import { keptForBrowser } from "../platform/storage.ts";
import type { Shortcut } from "./keySequence.ts";

/** A shortcut as it can be pressed in this browser. */
export interface KnownShortcut extends Shortcut {
  /** The keys it came with, by which it is known. */
  standardKeys: string;
}

/** Gives what there is to press now, each key once, the page's own first; actions without a key are included. */
export function listShortcuts(): { title: string; shortcuts: KnownShortcut[] }[] {
  const [known, taken] = [new Set<string>(), new Set<string>()];
  return listGroups().flatMap(({ title, shortcuts }) => {
    const ofGroup = shortcuts
      .map((one) => ({ ...one, keys: keysOf(one.keys), standardKeys: one.keys }))
      .filter(({ keys, standardKeys }) => !known.has(standardKeys) && !taken.has(keys));
    for (const { keys, standardKeys } of ofGroup) {
      known.add(standardKeys);
      if (keys) taken.add(keys);
    }
    return ofGroup.length > 0 ? [{ title, shortcuts: ofGroup }] : [];
  });
}

/** Gives the same where pressing them does something now; else nothing. */
export function usableKeys(standardKeys: string): string {
  const keys = keysOf(standardKeys);
  return shortcutSettings.hasSingleKeys || !isSingle(keys) ? keys : "";
}

/** Gives the shortcut in whose way these keys would be: it has the same, or one of the two begins with the other. */
export function findConflictingShortcut(standardKeys: string, keys: string): KnownShortcut | undefined {
  return listShortcuts()
    .flatMap(({ shortcuts }) => shortcuts)
    .filter((one) => one.standardKeys !== standardKeys && one.keys !== "")
    .find((one) => one.keys === keys || one.keys.startsWith(`${keys} `) || keys.startsWith(`${one.keys} `));
}

/** Gives a shortcut other keys in this browser: none where they are empty, its own where they are null. */
export function setKeys(standardKeys: string, keys: string | null): void {
  const { [standardKeys]: _, ...others } = shortcutSettings.ownKeys;
  keepOwnKeys(keys === null || keys === standardKeys ? others : { ...others, [standardKeys]: keys });
}

/** Gives every shortcut the keys it came with. */
export function resetKeys(): void {
  keepOwnKeys({});
}

/** Turns the keys without Cmd, Ctrl or Alt on or off, and keeps that in this browser. */
export function setSingleKeys(isOn: boolean): void {
  shortcutSettings.hasSingleKeys = isOn;
  keptForBrowser.write(singleKeysName, isOn ? "on" : "off");
}

function keepOwnKeys(ownKeys: Record<string, string>): void {
  shortcutSettings.ownKeys = ownKeys;
  keptForBrowser.write(ownKeysName, JSON.stringify(ownKeys));
}
