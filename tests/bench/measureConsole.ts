import type { Page } from "playwright";
import { launch } from "../kit/browser/chromium.ts";
import type { RunningServer } from "../kit/processes/runServer.ts";
import { openConsole } from "./openConsole.ts";
import { percentile } from "./statistics.ts";
import type { BenchApp } from "./visitor.ts";

const rounds = 10;
/** The way that is walked: the end of each path, and the heading that stands there. */
const way: readonly [end: string, heading: string][] = [
  ["/setup-guide", "Setup Guide"],
  ["/overview", "Overview"],
  ["/settings", "Configuration"],
  ["/datasources", "Data sources"],
  ["/deploy", "Deploy"],
  ["/inbox/conversations", "Inbox"],
  ["/account/teams", "Settings"],
  ["/account/profile", "Your Profile"],
  ["/dashboard", "Dashboard"],
];

/**
 * How long a change of route takes on data that is there already: from the click on a link to the frame in which the
 * page's heading stands. The first round fetches scripts and data and is not counted; of the others the slowest
 * twentieth is left out.
 */
export async function measureConsole(server: RunningServer, { agentId }: BenchApp): Promise<number> {
  const { browser, close } = await launch({ moves: true });
  try {
    const page = await openConsole(browser, server, `cp/${agentId}/settings`);
    const times: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      for (const [end, heading] of way) {
        const ms = await changeRoute(page, end, heading);
        if (round > 0) times.push(ms);
        await page.waitForFunction(() => !document.querySelector("main [aria-busy=true]"));
      }
    }
    return percentile(times, 95);
  } finally {
    await close();
  }
}

/** Clicks in the page and times there, so that the way to the browser and back is not counted. */
async function changeRoute(page: Page, end: string, heading: string): Promise<number> {
  const link = page.locator(`a[href$="${end}"]`).first();
  await link.waitFor({ state: "attached" }); // those of the profile menu are there before it is opened
  return link.evaluate(
    (element, wanted) =>
      new Promise<number>((resolve) => {
        const startedAt = performance.now();
        const look = () => {
          const isThere = document.querySelector("main h1")?.textContent?.trim() === wanted;
          if (isThere) resolve(performance.now() - startedAt);
          else requestAnimationFrame(look);
        };
        (element as HTMLElement).click(); // what the locator of a link gives
        requestAnimationFrame(look);
      }),
    heading,
  );
}
