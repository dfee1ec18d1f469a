/** Whether the keyboard has Cmd and Option. */
export const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "");

/** How Cmd or Ctrl is written on this device. */
export const modName = isMac ? "⌘" : "Ctrl";
/** How Alt is. */
export const altName = isMac ? "⌥" : "Alt";
