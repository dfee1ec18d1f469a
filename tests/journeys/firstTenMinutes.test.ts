import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { spawnServer } from "../kit/processes/spawnServer.ts";
import { serveBicycleShop, serveWebsite, type Website } from "../kit/knowledge/website.ts";
import { expectAnswerWhole, writeInChat } from "../kit/surfaces/writeInChat.ts";

let chromium: RunningChromium;
let website: Website;

beforeAll(async () => {
  buildIfMissing();
  website = await serveBicycleShop();
  chromium = await launch();
});

afterAll(async () => {
  await chromium?.close();
  await website?.stop();
});

/** What would be untrue on this way, which works. */
const falseStates =
  /No source answers|Not read|could not|did not find|Something went wrong|Add knowledge about/;

it.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])(
  "an empty folder leads to a true answer from one's own site and its snippet in 12 clicks ($width px)",
  async (viewport) => {
    const server = await spawnServer({ env: { EGRESS_ALLOW: "127.0.0.0/8", CRAWL_RATE: "100" } });
    const context = await chromium.browser.newContext({ viewport });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    let clicks = 0;
    const click = async (target: Locator) => {
      clicks += 1;
      await target.click();
      expect(await page.getByRole("main").innerText()).not.toMatch(falseStates);
    };

    await page.goto(server.setupUrl ?? "");
    await fillOwner(page);
    await click(page.getByRole("button", { name: "Create owner and organization" }));
    const website_ = page.getByRole("radio", { name: /^Use a website/ });
    await website_.waitFor();
    clicks += 1;
    await website_.check();
    // As people type it, without a scheme.
    await page.getByRole("textbox", { name: "Website address" }).fill(website.origin.replace("http://", ""));
    await click(page.getByRole("button", { name: "Read the website" }));
    await page.getByRole("heading", { name: "Who is it?" }).waitFor();
    await click(page.getByRole("button", { name: "Create agent" }));

    await page.getByRole("heading", { level: 1, name: "Setup Guide" }).waitFor();
    await page.getByRole("button", { name: /^Add knowledge 12 pages/ }).waitFor();
    const chat = page.frameLocator("iframe[title='Preview of the chat']");
    await writeInChat(chat, "What does a full inspection cost?");
    const answer = chat.getByRole("log").getByRole("article").nth(1);
    await expectAnswerWhole(chat);
    await answer.getByText("79", { exact: false }).waitFor();
    await page.getByText("The last answer cites a source.").waitFor();
    expect(await page.getByRole("main").innerText()).not.toMatch(falseStates);

    await click(page.getByRole("button", { name: /^Install on your site/ }));
    await click(page.getByRole("link", { name: "Get snippet" }));
    await click(page.getByRole("button", { name: "Copy script tag" }));
    expect(clicks).toBeLessThanOrEqual(12);

    const snippet = await page.evaluate(() => navigator.clipboard.readText());
    const shop = await serveWebsite({
      "/": {
        headers: { "content-type": "text/html" },
        body: `<!doctype html><html lang="en"><head><title>My shop</title>${snippet}</head><body></body></html>`,
      },
    });
    const visitor = await context.newPage();
    await visitor.goto(`${shop.origin}/`);
    await visitor.getByRole("button", { name: "Open chat" }).waitFor();
    await shop.stop();
    await context.close();
  },
);

async function fillOwner(page: Page): Promise<void> {
  await page.getByLabel("First name").fill("Ana");
  await page.getByLabel("Last name").fill("Lima");
  await page.getByLabel("E-mail").fill("ana@example.com");
  await page.getByRole("textbox", { name: "Password" }).fill("a long password");
  await page.getByLabel("Organization name").fill("Lighthouse Bicycles");
}
