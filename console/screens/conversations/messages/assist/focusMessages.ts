/** Gives the focus to the list of messages around what goes away with being pressed. */
export function focusMessages(pressed: Element): void {
  pressed.closest<HTMLElement>("[role=log]")?.focus({ preventScroll: true });
}
