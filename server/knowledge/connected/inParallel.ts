/**
 * Does the work on each item, on a limited number at once, and begins them in their order. The first error ends it,
 * once what is under way has ended.
 */
export async function inParallel<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  let hasFailed = false;
  async function workOn(): Promise<void> {
    for (const item of waiting) {
      if (hasFailed) return;
      try {
        await work(item);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, workOn));
  const failure = ended.find(({ status }) => status === "rejected");
  if (failure?.status === "rejected") throw failure.reason;
}
