import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { spawnServer } from "../kit/processes/spawnServer.ts";
import { serveBicycleShop, serveWebsite, type Website } from "../kit/knowledge/website.ts";
import { expectAnswerWhole } from "../kit/surfaces/writeInChat.ts";

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
  { width: 1440, height: 900, by: "by keyboard alone", use: withKeyboard },
  { width: 390, height: 844, by: "with a pointer", use: withPointer },
])(
  "an empty folder leads to a true answer from one's own site and its snippet in 12 presses ($width px, $by)",
  async ({ use, ...viewport }) => {
    const server = await spawnServer({ env: { EGRESS_ALLOW: "127.0.0.0/8", CRAWL_RATE: "100" } });
    const context = await chromium.browser.newContext({ viewport });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const page = await context.newPage();
    const hand = use(page);
    let presses = 0;
    const press = async (target: Locator) => {
      presses += 1;
      await hand.press(target);
      expect(await page.getByRole("main").innerText()).not.toMatch(falseStates);
    };

    await page.goto(server.setupUrl ?? "");
    await hand.type(page.getByLabel("First name"), "Ana");
    await hand.type(page.getByLabel("Last name"), "Lima");
    await hand.type(page.getByLabel("E-mail"), "ana@example.com");
    await hand.type(page.getByRole("textbox", { name: "Password" }), "a long password");
    await hand.type(page.getByLabel("Organization name"), "Lighthouse Bicycles");
    await press(page.getByRole("button", { name: "Create owner and organization" }));
    presses += 1;
    await hand.choose(page.getByRole("radio", { name: /^Use a website/ }));
    // As people type it, without a scheme.
    const address = website.origin.replace("http://", "");
    await hand.type(page.getByRole("textbox", { name: "Website address" }), address);
    await press(page.getByRole("button", { name: "Read the website" }));
    await page.getByRole("heading", { name: "Who is it?" }).waitFor();
    await press(page.getByRole("button", { name: "Create agent" }));

    await page.getByRole("heading", { level: 1, name: "Setup Guide" }).waitFor();
    await page.getByRole("button", { name: /^Add knowledge 12 pages/ }).waitFor();
    const chat = page.frameLocator("iframe[title='Preview of the chat']");
    await hand.type(chat.getByRole("textbox", { name: "Message" }), "What does a full inspection cost?");
    await chat.getByRole("button", { name: "Send message", disabled: false }).waitFor();
    await page.keyboard.press("Enter");
    const answer = chat.getByRole("log").getByRole("article").nth(1);
    await expectAnswerWhole(chat);
    await answer.getByText("79", { exact: false }).waitFor();
    await page.getByText("The last answer cites a source.").waitFor();
    expect(await page.getByRole("main").innerText()).not.toMatch(falseStates);

    await press(page.getByRole("button", { name: /^Install on your site/ }));
    await press(page.getByRole("link", { name: "Get snippet" }));
    await press(page.getByRole("button", { name: "Copy script tag" }));
    expect(presses).toBeLessThanOrEqual(12);

    const readCopied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(readCopied).toContain("<script");
    const snippet = await readCopied();
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

/** How somebody uses a page: what a test presses, types into and chooses. */
interface Hand {
  press(target: Locator): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
  choose(radio: Locator): Promise<void>;
}

function withPointer(): Hand {
  return {
    press: (target) => target.click(),
    type: (target, text) => target.fill(text),
    choose: (radio) => radio.check(),
  };
}

/** More places than a screen of these has. */
const mostTabs = 100;

function withKeyboard(page: Page): Hand {
  const isFocused = (target: Locator) =>
    target.evaluate((one) => one === one.ownerDocument.activeElement && one.ownerDocument.hasFocus());
  const goTo = async (target: Locator) => {
    await target.waitFor();
    for (let tabs = 0; tabs < mostTabs; tabs += 1) {
      if (await isFocused(target)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not lead to ${String(target)}.`);
  };
  return {
    async press(target) {
      await goTo(target);
      await page.keyboard.press("Enter");
    },
    async type(target, text) {
      await goTo(target);
      await page.keyboard.type(text);
    },
    async choose(radio) {
      await radio.waitFor();
      // Tab stops at the radio of a group that is chosen; arrows go to the others.
      const group = page.getByRole("radio").and(page.locator(":focus"));
      for (let tabs = 0; tabs < mostTabs && (await group.count()) === 0; tabs += 1)
        await page.keyboard.press("Tab");
      for (let steps = 0; steps < 10 && !(await radio.isChecked()); steps += 1)
        await page.keyboard.press("ArrowDown");
      expect(await radio.isChecked()).toBe(true);
    },
  };
}
