import type { Page } from "playwright";
import { launch } from "../kit/chromium.ts";
import type { RunningServer } from "../kit/runServer.ts";
import { percentile } from "./statistics.ts";
import type { BenchHouse } from "./visitor.ts";

const rounds = 10;
/** The tabs that are walked, with the heading that each one shows. */
const tabs: readonly [label: string, heading: string][] = [
  ["Overview", "Overview"],
  ["Configuration", "Configuration"],
  ["Data Sources", "Data sources"],
  ["Inbox", "Inbox"],
];

/**
 * How long a change of route takes on data that is there already: from the click on an agent's tab to the frame in which
 * its heading stands. The first round fetches scripts and data and is not counted; of the others the slowest twentieth is
 * left out.
 */
export async function measureConsole(server: RunningServer, { agentId }: BenchHouse): Promise<number> {
  const { browser, close } = await launch();
  try {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await page.goto(server.url);
    await page.getByLabel("E-mail").fill("bench@example.com");
    await page.getByRole("textbox", { name: "Password" }).fill("long enough");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL(/dashboard/);
    await page.goto(page.url().replace(/dashboard.*/, `cp/${agentId}/settings`));
    const times: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      for (const [label, heading] of tabs) {
        const ms = await changeRoute(page, label, heading);
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
async function changeRoute(page: Page, label: string, heading: string): Promise<number> {
  const link = page.getByRole("navigation", { name: "AI Agents" }).getByRole("link", { name: label });
  await link.waitFor();
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
