import type { ShortcutGroup } from "../../../state/shell/shortcuts.ts";

/** What the keys of the list of steps do, for the sheet of all shortcuts; the list itself listens. */
export const stepKeys: ShortcutGroup["shortcuts"] = [
  { keys: "a", label: "Add a step after this one" },
  { keys: "alt+arrowup", label: "Move the step up" },
  { keys: "alt+arrowdown", label: "Move the step down" },
  { keys: "mod+]", label: "Move the step into the branch above" },
  { keys: "mod+[", label: "Move the step out of its branch" },
  { keys: "mod+d", label: "Duplicate the step" },
  { keys: "mod+c", label: "Copy the step" },
  { keys: "mod+v", label: "Paste steps after this one" },
  { keys: "delete", label: "Delete the step" },
];
