import type { Page } from "playwright";
import { expect } from "vitest";

/** Presses keys until the page has heard them: what hears a shortcut comes a moment after the picture that it belongs to. */
export async function pressShortcut(page: Page, keys: string): Promise<void> {
  await page.evaluate(() =>
    addEventListener("keydown", (event) => void Object.assign(globalThis, { lastKey: event }), true),
  );
  const isHeard = async () => {
    await page.keyboard.press(keys);
    return page.evaluate(() => (globalThis as unknown as WithKey).lastKey?.defaultPrevented); // set above
  };
  await expect.poll(isHeard).toBe(true);
}

interface WithKey {
  lastKey?: KeyboardEvent;
}
