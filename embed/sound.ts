import { playTone } from "../shared/frame/tone.ts";

/** A little longer than the tone. */
const closeAfterMs = 1000;

/** The short tone for an answer, in the frame's place; only where the visitor has touched the page, as browsers want it. */
export async function sound(): Promise<void> {
  if (!navigator.userActivation?.hasBeenActive) return;
  const context = new AudioContext();
  await context.resume();
  playTone(context);
  setTimeout(() => void context.close(), closeAfterMs);
}
