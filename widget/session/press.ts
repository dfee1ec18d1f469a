/** A press that ends where nobody hears of it holds nothing up for longer. */
const longestPressMs = 1000;

let pressed: Promise<void> | undefined;

/**
 * Notes when the visitor presses, so that nothing is redrawn under their finger: a click needs the button it began on.
 */
addEventListener(
  "pointerdown",
  () => {
    pressed ??= new Promise((release) => {
      // The click comes right after the end of the press.
      const end = () => void setTimeout(release);
      addEventListener("pointerup", end, { once: true, capture: true });
      setTimeout(release, longestPressMs);
    });
    void pressed.then(() => (pressed = undefined));
  },
  true,
);

/** Resolves once the visitor presses nothing. */
export function whenReleased(): Promise<void> {
  return pressed ?? Promise.resolve();
}
