import type { Page } from "playwright";

/** Notes from now on how long the page takes from each frame to the next; `read` gives the times, in ms. */
export async function watchFrames(page: Page): Promise<{ read(): Promise<number[]> }> {
  await page.evaluate(note);
  return { read: () => page.evaluate(() => (globalThis as unknown as { frames: number[] }).frames) }; // see note
}

/** Runs in the page. */
function note(): void {
  const frames: number[] = [];
  Object.assign(globalThis, { frames });
  let last = performance.now();
  const take = (at: number) => {
    frames.push(at - last);
    last = at;
    requestAnimationFrame(take);
  };
  requestAnimationFrame(take);
}
