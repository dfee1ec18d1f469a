/** Puts the cursor into the composer, without moving the page around the frame. */
export function focusComposer(): void {
  document.querySelector<HTMLElement>("textarea")?.focus({ preventScroll: true });
}
