import type { Page } from "playwright";
import { launch } from "../kit/browser/chromium.ts";
import type { RunningServer } from "../kit/processes/runServer.ts";
import { fillThread } from "./fillThread.ts";
import { median, percentile } from "./statistics.ts";
import type { BenchApp } from "./visitor.ts";
import { watchFrames } from "./watchFrames.ts";

export interface ThreadFigures {
  /** From asking for the document to the newest message on the screen. */
  openMs: number;
  /** The longest time between two frames while a visitor scrolls up through older messages, 95 of 100. */
  frameMs: number;
  /** The page's memory once this many messages were read. */
  memoryMb: number;
  messages: number;
}

const all = 10_000;
const readForMemory = 1000;
const opens = 5;
/** By one event of the wheel, one after the other: as quick as a fling on a phone, about 10,000 px a second. */
const flingPx = 250;

/** Opens a conversation of 10,000 messages as a returning visitor does, and scrolls up through its newest thousand. */
export async function measureThread(server: RunningServer, { token }: BenchApp): Promise<ThreadFigures> {
  const { browser, close } = await launch({ moves: true });
  try {
    const context = await browser.newContext({ viewport: { width: 400, height: 680 } });
    const page = await context.newPage();
    await page.goto(`${server.url}/embed/${token}`);
    await page.locator("textarea").fill("The first question");
    await page.keyboard.press("Enter");
    await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
    await page.getByRole("article").nth(1).waitFor();
    fillThread(server, all);
    const times: number[] = [];
    for (let index = 0; index < opens; index += 1) times.push(await openOnce(page));
    const frames = await scrollUp(page);
    return {
      openMs: median(times),
      frameMs: percentile(frames, 95),
      memoryMb: await readMemory(page),
      messages: readForMemory,
    };
  } finally {
    await close();
  }
}

async function openOnce(page: Page): Promise<number> {
  await page.reload({ waitUntil: "commit" });
  await page.getByText(`Number ${all - 1}.`).waitFor();
  return page.evaluate(() => performance.now());
}

/** Scrolls by the wheel until a thousand messages were read; gives the times between frames. */
async function scrollUp(page: Page): Promise<number[]> {
  const frames = await watchFrames(page);
  const log = page.getByRole("log");
  await log.hover();
  // Counted without a look at roles and texts, which would take the page's time.
  const read = () => page.evaluate(() => document.querySelectorAll("article").length);
  while ((await read()) < readForMemory) await page.mouse.wheel(0, -flingPx);
  return frames.read();
}

async function readMemory(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize / 1_000_000;
}
