/** Visitors who open the chat and type nothing, on a phone say, wait this long for what loads after the first paint. */
const patienceMs = 300;

let settle = () => {};

/**
 * Resolves once the composer has the focus, or a moment later where it gets none. What is fetched from then on takes
 * nothing away from the first picture. A document of its own waits for nobody.
 */
export const canType = new Promise<void>((resolve) => {
  settle = resolve;
  if (parent === window) return resolve();
  for (const sign of ["focusin", "pointerdown"]) addEventListener(sign, settle, { once: true });
  setTimeout(resolve, patienceMs);
});

/** There is a conversation to show first. */
export function fetchAtOnce(): void {
  settle();
}
