import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright";
import { scriptSnippet } from "../../shared/frame/snippet.ts";
import { launch } from "../kit/browser/chromium.ts";
import type { RunningServer } from "../kit/processes/runServer.ts";
import { median } from "./statistics.ts";
import type { BenchApp } from "./visitor.ts";

export interface HostPage {
  /** Sum of layout shifts, 0 is none. */
  layoutShift: number;
  /** Main-thread time that the snippet adds until the launcher shows. */
  mainThreadMs: number;
  /** Names that the page has on window more than without the snippet. */
  newGlobals: number;
}

const loads = 7;

/** What the snippet costs the page that carries it: the same page is loaded with and without it, in turns. */
export async function measureHostPage(server: RunningServer, { token }: BenchApp): Promise<HostPage> {
  const site = createServer((request, response) => {
    const snippet = request.url === "/with" ? scriptSnippet({ host: server.url, token }) : "";
    response
      .setHeader("content-type", "text/html")
      .end(`<!doctype html><title>Shop</title>${snippet}<h1>Shop</h1>${filler}`);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`; // it listens on TCP
  const { browser, close } = await launch({ moves: true });
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(watchShifts);
    const [without, with_, shifts, globals]: number[][] = [[], [], [], []];
    for (let load = 0; load <= loads; load += 1) {
      const bare = await loadOnce(page, `${origin}/bare`, "h1");
      const full = await loadOnce(page, `${origin}/with`, "pilothouse-launcher");
      if (load === 0) continue;
      without?.push(bare.taskMs);
      with_?.push(full.taskMs);
      shifts?.push(full.shift);
      globals?.push(full.globals - bare.globals);
    }
    return {
      layoutShift: Math.max(...(shifts ?? [])),
      mainThreadMs: median(with_ ?? []) - median(without ?? []),
      newGlobals: Math.max(...(globals ?? [])),
    };
  } finally {
    await close();
    site.closeAllConnections();
    site.close();
  }
}

const filler = "<p>Text of a page that has something to shift.</p>".repeat(60);

function watchShifts(): void {
  const sum = { shift: 0 };
  Object.assign(globalThis, { measured: sum });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum.shift += (entry as PerformanceEntry & { value: number }).value; // layout-shift has it
  }).observe({ type: "layout-shift", buffered: true });
}

async function loadOnce(
  page: Page,
  url: string,
  selector: string,
): Promise<{ taskMs: number; shift: number; globals: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const before = await readTaskMs(session);
  await page.goto(url);
  await page.locator(selector).waitFor({ state: "attached" });
  const taskMs = (await readTaskMs(session)) - before;
  const shift = await page.evaluate(
    () => (globalThis as unknown as { measured: { shift: number } }).measured.shift,
  ); // see watchShifts
  const globals = await page.evaluate(() => Object.getOwnPropertyNames(globalThis).length);
  await session.detach();
  return { taskMs, shift, globals };
}

async function readTaskMs(
  session: Awaited<ReturnType<ReturnType<Page["context"]>["newCDPSession"]>>,
): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
}
