import { afterEach, beforeEach, expect, it, vi } from "vitest";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** A tab has its own copy of the program. */
async function openTab(): Promise<typeof import("./inOneTab.ts")> {
  vi.resetModules();
  return import("./inOneTab.ts");
}

it("without locks one of two tabs does it that hear at the same moment, before either sees what the other wrote", async () => {
  const tabs = [await openTab(), await openTab()];
  let isLate = true;
  let kept: string | null = null;
  const getItem = () => (isLate ? null : kept);
  vi.stubGlobal("localStorage", { getItem, setItem: (_: string, value: string) => (kept = value) });
  const work = vi.fn(async () => {});
  const done = tabs.map(({ inOneTab }) => inOneTab("one", work));
  await vi.advanceTimersByTimeAsync(150);
  isLate = false;
  await vi.advanceTimersByTimeAsync(1000);
  await Promise.all(done);
  expect(work).toHaveBeenCalledOnce();
  // Another one later is a thing of its own.
  const next = tabs.map(({ inOneTab }) => inOneTab("two", work));
  await vi.advanceTimersByTimeAsync(1000);
  await Promise.all(next);
  expect(work).toHaveBeenCalledTimes(2);
});

it("only one tab tells the same news", async () => {
  const work = vi.fn(async () => {});
  const { inOneTab } = await openTab();
  void inOneTab("one", work);
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  const late = await openTab();
  void late.inOneTab("one", work);
  await vi.advanceTimersByTimeAsync(6000);
  expect(work).toHaveBeenCalledOnce();
});

it.each(["{spoiled", "null", '"text"', '{"one":null}'])(
  "storage that holds %s silences nothing",
  async (kept) => {
    localStorage.setItem("toldNews", kept);
    const { inOneTab } = await openTab();
    const work = vi.fn(async () => {});
    const done = inOneTab("one", work);
    await vi.advanceTimersByTimeAsync(6000);
    await done;
    expect(work).toHaveBeenCalledOnce();
  },
);
