/** As long as two tabs may be apart in hearing of the same. */
const agreeMs = 5000;

/** Does something in one tab of the browser, whichever hears of it first. */
export function inOneTab(what: string, work: () => Promise<void>): void {
  if (!navigator.locks) return void work();
  void navigator.locks.request(`pilothouse news ${what}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    await work();
    await new Promise((resolve) => setTimeout(resolve, agreeMs));
  });
}
