import { openOverlay } from "../../state/shell/menu.ts";

/** Goes to the search field of the page, else to that of the sidebar, else opens the command palette. */
export function focusSearch(): void {
  const fields = [
    ...document.querySelectorAll<HTMLInputElement>("main input[type=search], input[type=search]"),
  ];
  const inMain = fields.filter((field) => field.closest("main"));
  const field = [...inMain, ...fields].find(isShown);
  if (!field) return openOverlay("palette");
  field.focus();
  field.select();
}

function isShown(field: HTMLElement): boolean {
  return field.checkVisibility?.() ?? true;
}
