/** As long as two tabs may be apart in hearing of the same. */
const agreeMs = 5000;
/** So long a tab that nobody sees lets one that somebody looks at come first: that may show the very thing. */
const headStartMs = 300;

/** Does something in one tab of the browser, whichever hears of it first, or none where that has nothing to do. */
export async function inOneTab(what: string, work?: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work?.();
  if (document.hidden) await new Promise((resolve) => setTimeout(resolve, headStartMs));
  await navigator.locks.request(`pilothouse news ${what}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    await work?.();
    await new Promise((resolve) => setTimeout(resolve, agreeMs));
  });
}
