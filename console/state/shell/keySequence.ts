import { isMac } from "./keyNames.ts";

/** Keys that do something wherever nobody is typing. */
export interface Shortcut {
  /** `c`, `g d` (one after the other), `alt+j`, or `mod+k`: Cmd on a Mac, else Ctrl. */
  keys: string;
  /** What it does, for the sheet of all shortcuts. */
  label: string;
  /** Left out where the browser itself does it, as with Escape: the sheet names it all the same. */
  run?: () => void;
  /** Holding the key down does it again and again. */
  isRepeated?: boolean;
}

interface Known {
  find(keys: string): Shortcut | undefined;
  /** Whether some keys begin with this one. */
  isSequence(key: string): boolean;
}

/** How long after the first key of two the second one counts. */
const sequenceMs = 1500;

/** Listens to the keyboard and does what the keys stand for, never while somebody types; gives the way to stop. */
export function followKeys({ find, isSequence }: Known): () => void {
  let first = { key: "", at: 0 };
  const handleKey = (event: KeyboardEvent): void => {
    const keys = readKeys(event);
    if (!keys || event.defaultPrevented || isElsewhere(event.target, keys)) return;
    const isSecond = first.key !== "" && event.timeStamp - first.at < sequenceMs;
    const shortcut = (isSecond && find(`${first.key} ${keys}`)) || find(keys);
    first = { key: isSequence(keys) ? keys : "", at: event.timeStamp };
    if (!shortcut?.run || (event.repeat && !shortcut.isRepeated)) return;
    first.key = "";
    event.preventDefault();
    shortcut.run();
  };
  addEventListener("keydown", handleKey);
  return () => removeEventListener("keydown", handleKey);
}

/** What a pressed key tells of itself. */
type PressedKey = Pick<
  KeyboardEvent,
  "key" | "code" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey" | "getModifierState"
> & { isComposing?: boolean };

/** Gives the pressed key as shortcuts are written; null for what is none. */
export function readKeys(event: PressedKey): string | null {
  const { key, code, isComposing, shiftKey, ctrlKey, metaKey, altKey } = event;
  if (isComposing || typeof key !== "string") return null;
  const letter = readLetter(key, code);
  // AltGr, by which brackets are typed on many keyboards, says Ctrl and Alt at once.
  if (!isMac && event.getModifierState("AltGraph")) return letter;
  if (isMac ? ctrlKey : metaKey) return null;
  if (altKey) return ctrlKey || metaKey || shiftKey ? null : readAlt(letter, code);
  if (isMac ? metaKey : ctrlKey) return shiftKey ? null : `mod+${letter}`;
  const isLetter = /^[a-z]$/.test(letter);
  return isLetter && shiftKey ? null : letter;
}

/** With Option a Mac types other letters, so that the place tells which it was, and brackets where a keyboard has none. */
function readAlt(letter: string, code: string): string | null {
  const key = /^[a-z]$/.test(letter) ? letter : readPlace(code);
  if (key) return `alt+${key}`;
  return isMac && letter.length === 1 ? letter : null;
}

/** Keyboards of other scripts have the same letters at the same places. */
function readLetter(key: string, code = ""): string {
  const place = readPlace(code);
  const isOtherScript = key.length === 1 && key > "\u007f";
  return (isOtherScript && place ? place : key).toLowerCase();
}

function readPlace(code = ""): string | undefined {
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase();
}

/** Whether the key is meant for a field, a menu or an open dialog. Cmd or Ctrl with a letter is typed nowhere. */
function isElsewhere(target: EventTarget | null, keys: string): boolean {
  if (document.querySelector("dialog[open]")) return true;
  if (keys.startsWith("mod+")) return false;
  const typedInto =
    "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=menu], [role=listbox]";
  return target instanceof Element && target.closest(typedInto) !== null;
}
