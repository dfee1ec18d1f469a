let isWanted = false;

/** Puts the cursor into the composer, without moving the page around the frame; as soon as it is drawn, where it isn't yet. */
export function focusComposer(): void {
  isWanted = true;
  focusWanted();
}

/** The composer is drawn: earlier requests for its focus are met now. */
export function focusWanted(): void {
  const field = document.querySelector<HTMLElement>("body footer > form textarea");
  if (!field || !isWanted) return;
  isWanted = false;
  const focus = () => field.focus({ preventScroll: true });
  focus();
  // A frame that its page shows only now gives nothing the focus before its first picture.
  requestAnimationFrame(focus);
}
