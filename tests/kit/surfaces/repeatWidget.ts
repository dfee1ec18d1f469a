import type { Page } from "playwright";
import { noteWork, type WorkCounts } from "../browser/noteWork.ts";

/** What a page has of each kind. */
export interface PageCounts {
  nodes: number;
  listeners: number;
  frames: number;
}

export interface RepeatedWidget {
  /** What the page has more than before. */
  left: PageCounts & WorkCounts;
  /** The body's HTML is what it was. */
  isSameHtml: boolean;
  /** Names that the window has more. */
  names: number;
}

/**
 * Creates and destroys a widget on this page a number of times, each tenth opened, and counts what that left behind.
 */
export async function repeatWidget(
  page: Page,
  { host, token, times = 100 }: { host: string; token: string; times?: number },
): Promise<RepeatedWidget> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");

  async function count(): Promise<PageCounts> {
    await session.send("HeapProfiler.collectGarbage");
    const { metrics } = await session.send("Performance.getMetrics");
    const read = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0;
    return { nodes: read("Nodes"), listeners: read("JSEventListeners"), frames: read("Frames") };
  }

  /** As text: the compiler of the tests would replace the import. */
  const cycle = (rounds: number) =>
    page.evaluate<Omit<RepeatedWidget, "left">>(`(async () => {
      const { createWidget } = await import("${host}/widget.mjs");
      const html = document.body.innerHTML;
      const own = () => Object.getOwnPropertyNames(globalThis).length +
        Object.getOwnPropertySymbols(globalThis).filter(({ description }) => description === "pilothouse").length;
      const names = own();
      for (let round = 0; round < ${rounds}; round += 1) {
        const widget = await createWidget({ token: "${token}", global: "Pilothouse" });
        await widget.ready;
        if (round % 10 === 0) {
          await widget.open();
          // Answered by the chat, so that all of it stands before it goes.
          await widget.conversations();
        }
        await widget.destroy();
      }
      return { isSameHtml: document.body.innerHTML === html, names: own() - names };
    })()`);

  const countWork = await noteWork(page);
  // The first rounds load the core and fill the browser's own caches.
  await cycle(10);
  const before = await count();
  const workBefore = await countWork();
  const result = await cycle(times);
  const work = await countWork();
  const after = await settleCounts(count, before);
  await session.detach();
  const left = {
    nodes: after.nodes - before.nodes,
    listeners: after.listeners - before.listeners,
    frames: after.frames - before.frames,
    timers: work.timers - workBefore.timers,
    connections: work.connections - workBefore.connections,
    observers: work.observers - workBefore.observers,
  };
  return { ...result, left };
}

/** A frame that was removed is collected a moment later; counts until nothing goes any more. */
async function settleCounts(count: () => Promise<PageCounts>, before: PageCounts): Promise<PageCounts> {
  let after = await count();
  for (let looks = 0; looks < 50; looks += 1) {
    const isBack = after.listeners <= before.listeners && after.frames <= before.frames;
    if (isBack && after.nodes - before.nodes < 10) return after;
    after = await count();
  }
  return after;
}
