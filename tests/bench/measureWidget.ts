import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { CDPSession, Page } from "playwright";
import { scriptSnippet } from "../../shared/frame/snippet.ts";
import { launch } from "../kit/browser/chromium.ts";
import type { RunningServer } from "../kit/processes/runServer.ts";
import { median } from "./statistics.ts";
import type { BenchApp } from "./visitor.ts";

export interface WidgetTimes {
  /** From the page's navigation to the launcher. */
  launcherMs: number;
  /** From the click to a composer that has the focus, where the pointer had been on the launcher before. */
  preparedMs: number;
  /** The same for a click that comes out of nothing. */
  unpreparedMs: number;
  /** What is asked of the server after that click until the visitor can type. */
  requests: number;
}

const tries = 5;
/** A phone of some years ago on a mobile network. */
const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const slowProcessor = { rate: 4 };

/**
 * Times the snippet on a slow processor and network. Page and server are of one site, so that the browser runs the frame
 * in the page's own process and slows both down.
 */
export async function measureWidget(server: RunningServer, { token }: BenchApp): Promise<WidgetTimes> {
  const host = new URL(server.url);
  host.hostname = "localhost";
  const site = createServer((_, response) => {
    const snippet = scriptSnippet({ host: host.origin, token });
    response
      .setHeader("content-type", "text/html")
      .end(`<!doctype html><title>Shop</title>${snippet}<h1>Shop</h1>`);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const address = `http://localhost:${(site.address() as AddressInfo).port}/`; // it listens on TCP
  const { browser, close } = await launch({ moves: true });
  try {
    const [launchers, prepared, unprepared]: number[][] = [[], [], []];
    let requests = 0;
    for (let index = 0; index < tries; index += 1) {
      const visit = await openSlowly(browser, address);
      launchers?.push(await visit.launcherMs());
      if (index % 2 === 0) await visit.hover();
      const result = await visit.click();
      (index % 2 === 0 ? prepared : unprepared)?.push(result.ms);
      if (index % 2 === 1) requests = Math.max(requests, result.requests);
      await visit.page.context().close();
    }
    return {
      launcherMs: median(launchers ?? []),
      preparedMs: median(prepared ?? []),
      unpreparedMs: median(unprepared ?? []),
      requests,
    };
  } finally {
    await close();
    site.closeAllConnections();
    site.close();
  }
}

async function openSlowly(browser: Awaited<ReturnType<typeof launch>>["browser"], address: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await slowDown(session);
  await page.addInitScript(noteMoments);
  await page.goto(address);
  const launcher = page.locator("pilothouse-launcher button[part=launcher]");
  await launcher.waitFor({ state: "visible" });
  const asked: number[] = [];
  session.on("Network.requestWillBeSent", ({ wallTime }) => void asked.push(wallTime * 1000));

  return {
    page,
    launcherMs: () => readMoment(page, "launcher").then((at) => at - 0),
    /** Comes near and waits until the frame stands, as somebody does who reads first. */
    async hover() {
      await launcher.hover();
      await frameOf(page).locator("textarea").waitFor({ state: "attached" });
    },
    /** A real click would hover first; this one does not. */
    async click() {
      await launcher.evaluate((button: HTMLElement) => {
        Object.assign(globalThis, { clickedAt: performance.timeOrigin + performance.now() });
        button.click();
      });
      const textarea = frameOf(page).locator("textarea");
      await textarea.waitFor({ state: "attached" });
      const focused = await textarea.evaluate(
        (element) =>
          new Promise<number>((resolve) => {
            const now = () => performance.timeOrigin + performance.now();
            const known = (globalThis as { focusedAt?: number }).focusedAt; // see noteMoments
            if (known !== undefined) return resolve(known);
            element.addEventListener("focus", () => resolve(now()), { once: true });
          }),
      );
      const clicked = await page.evaluate(() => (globalThis as unknown as { clickedAt: number }).clickedAt); // set above
      const requests = asked.filter((at) => at >= clicked && at <= focused).length;
      return { ms: focused - clicked, requests };
    },
  };
}

function frameOf(page: Page) {
  return page.locator("pilothouse-launcher iframe").contentFrame();
}

async function slowDown(session: CDPSession): Promise<void> {
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", slowNetwork);
  await session.send("Emulation.setCPUThrottlingRate", slowProcessor);
}

/** Runs in each document before its own scripts. */
function noteMoments(): void {
  const now = () => performance.timeOrigin + performance.now();
  const moments: Record<string, number> = {};
  Object.assign(globalThis, { moments });
  new MutationObserver(() => {
    if (document.querySelector("pilothouse-launcher")) moments["launcher"] ??= performance.now();
  }).observe(document, { childList: true, subtree: true });
  addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLTextAreaElement) Object.assign(globalThis, { focusedAt: now() });
  });
}

async function readMoment(page: Page, name: string): Promise<number> {
  return page.evaluate(
    (of) => (globalThis as unknown as { moments: Record<string, number> }).moments[of] ?? 0, // see noteMoments
    name,
  );
}
