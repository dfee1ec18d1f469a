import type { Browser, Page } from "playwright";
import type { RunningServer } from "../kit/processes/runServer.ts";

/** Signs the bench's owner in, and opens a page of their organization, such as `cp/AGENT/settings`. */
export async function openConsole(browser: Browser, { url }: RunningServer, path: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.goto(url);
  await page.getByLabel("E-mail").fill("bench@example.com");
  await page.getByRole("textbox", { name: "Password" }).fill("long enough");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/dashboard/);
  await page.goto(page.url().replace(/dashboard.*/, path));
  return page;
}
