/** Puts the cursor into the composer, without moving the page around the frame. */
export function focusComposer(): void {
  document.querySelector<HTMLElement>("body footer > form textarea")?.focus({ preventScroll: true });
}
