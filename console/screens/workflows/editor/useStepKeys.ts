import type { ClipboardEvent, KeyboardEvent } from "react";

/** What keys do with the step whose row has the focus. */
export interface StepCommands {
  add: (id: string) => void;
  move: (id: string, by: -1 | 1) => void;
  indent: (id: string) => void;
  outdent: (id: string) => void;
  duplicate: (id: string) => void;
  remove: (id: string) => void;
  copy: (id: string) => string;
  paste: (id: string, text: string) => boolean;
  collapse: (id: string, isCollapsed: boolean) => void;
}

const rowSelector = "[data-step]";

/** The handlers of the list of steps: arrows walk, with Alt they move, and letters do the rest. */
export function useStepKeys(commands: StepCommands | null) {
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const row = rowOf(event.target);
    if (!row || event.nativeEvent.isComposing) return;
    const isHandled = walk(row, event) || (commands !== null && command(row, event, commands));
    if (isHandled) event.preventDefault();
  };
  const handleCopy = (event: ClipboardEvent<HTMLElement>) => {
    const row = rowOf(event.target);
    // A selection of text keeps its own keys.
    if (!row || !commands || getSelection()?.toString()) return;
    event.clipboardData.setData("text/plain", commands.copy(row.dataset.step ?? ""));
    event.preventDefault();
  };
  const handlePaste = (event: ClipboardEvent<HTMLElement>) => {
    const row = rowOf(event.target);
    if (!row || !commands) return;
    if (commands.paste(row.dataset.step ?? "", event.clipboardData.getData("text/plain")))
      event.preventDefault();
  };
  return { onKeyDown: handleKey, onCopy: handleCopy, onPaste: handlePaste };
}

function rowOf(target: EventTarget): HTMLElement | null {
  return target instanceof HTMLElement && target.matches(rowSelector) ? target : null;
}

/** Goes to another row; gives whether the key did. */
function walk(
  row: HTMLElement,
  { key, altKey, ctrlKey, metaKey, currentTarget }: KeyboardEvent<HTMLElement>,
): boolean {
  if (altKey || ctrlKey || metaKey) return false;
  const rows = [...currentTarget.querySelectorAll<HTMLElement>(rowSelector)];
  const at = rows.indexOf(row);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[key];
  if (to === undefined) return false;
  rows[to]?.focus();
  return true;
}

function command(row: HTMLElement, event: KeyboardEvent, commands: StepCommands): boolean {
  const id = row.dataset.step ?? "";
  const { key, altKey } = event;
  const isMod = event.metaKey || event.ctrlKey;
  if (altKey && key === "ArrowUp") commands.move(id, -1);
  else if (altKey && key === "ArrowDown") commands.move(id, 1);
  else if (isMod && key === "]") commands.indent(id);
  else if (isMod && key === "[") commands.outdent(id);
  else if (isMod && key.toLowerCase() === "d") commands.duplicate(id);
  else if (isMod || altKey) return false;
  else if (key === "Delete" || key === "Backspace") commands.remove(id);
  else if (key === "a") commands.add(id);
  else if (key === "ArrowLeft") commands.collapse(id, true);
  else if (key === "ArrowRight") commands.collapse(id, false);
  else return false;
  return true;
}
