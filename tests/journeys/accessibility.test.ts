import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { BrowserContext, Frame, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { sendMessage } from "../../shared/contract/conversations.ts";
import { ar } from "../../shared/words/languages/ar.ts";
import { partWords } from "../../shared/words/parts.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { addTexts, openBenchHouse, openVisitor, type BenchHouse } from "../bench/visitor.ts";
import { launch, type RunningChromium } from "../kit/chromium.ts";
import { spawnServer, type SpawnedServer } from "../kit/spawnServer.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const schemes = ["light", "dark"] as const;

let server: SpawnedServer;
let chromium: RunningChromium;
let house: BenchHouse;
let threadId = "";

beforeAll(async () => {
  buildIfMissing();
  server = await spawnServer();
  house = await openBenchHouse(server);
  await addTexts(house, server, ["# Opening hours\n\nThe lighthouse opens in April."]);
  threadId = await ask("When does the lighthouse open?");
  chromium = await launch();
});
afterAll(() => chromium?.close());

describe.each(sizes)("at $width px axe finds nothing wrong with", (viewport) => {
  it.each(schemes)("the sign-in page and every screen of the console, %s", async (scheme) => {
    const context = await openContext(viewport);
    const page = await context.newPage();
    await page.goto(server.url);
    await page.getByLabel("E-mail").waitFor();
    const found = await look(page.mainFrame(), "sign-in");
    await signIn(page);
    await page.evaluate((theme) => localStorage.setItem("theme", theme), scheme);
    const agent = page.url().replace(/dashboard.*/, `cp/${house.agentId}`);
    const screens: Record<string, string | RegExp> = {
      [page.url()]: "Dashboard",
      [agent.replace(/cp\/.*/, "create-ai-agent")]: "Create an AI agent",
      [`${agent}/overview`]: "Overview",
      [`${agent}/settings`]: "Configuration",
      [`${agent}/datasources`]: "Data sources",
      [`${agent}/datasources?add=website`]: "Add a data source",
      [`${agent}/deploy`]: "Look",
      [`${agent}/deploy?group=language`]: "Words of your own",
      [`${agent}/deploy/install`]: "Check my page",
      [`${agent}/deploy/identity`]: "Who visitors are",
      [`${agent}/deploy/page`]: "How it shows",
      [`${agent}/inbox/conversations/${threadId}`]: /^Visitor/,
    };
    for (const [url, heading] of Object.entries(screens)) {
      await page.goto(url);
      await page.getByRole("heading", { name: heading }).first().waitFor();
      expect(await page.evaluate(() => document.documentElement.dataset["phScheme"])).toBe(scheme);
      found.push(...(await look(page.mainFrame(), url)));
    }
    expect(found).toEqual([]);
    await context.close();
  });

  it.each(schemes.flatMap((scheme) => (["en", "ar"] as const).map((language) => ({ scheme, language }))))(
    "every picture of the chat, $scheme, $language",
    async ({ scheme, language }) => {
      const context = await openContext(viewport, scheme, language);
      const page = await context.newPage();
      const words = wordsOf(language);
      const button = (name: string | RegExp) => page.getByRole("button", { name });
      const composer = page.getByRole("textbox", { name: words.parts.message });
      const found: string[] = [];
      const see = async (where: string) => found.push(...(await look(page.mainFrame(), where)));

      await page.goto(`${server.url}/embed/${house.token}`);
      await composer.waitFor();
      expect(await page.evaluate(() => document.documentElement.dir)).toBe(language === "ar" ? "rtl" : "ltr");
      await see("welcome");
      await button(words.widget.more).click();
      await page.getByRole("menu").waitFor();
      await see("menu");
      await page.keyboard.press("Escape");

      await composer.fill("When does the lighthouse open?");
      await composer.press("Enter");
      await button(words.source).click();
      await page.getByRole("dialog").waitFor();
      await see("source");
      await page.keyboard.press("Escape");
      await button(words.widget.badAnswer).click();
      await page.getByRole("radio").last().check();
      await see("feedback");
      await page.keyboard.press("Escape");
      await button(words.widget.edit).click();
      await page.getByText(words.widget.editing).waitFor();
      await see("editing");
      await page.keyboard.press("Escape");

      await button(words.widget.more).click();
      await page.getByRole("menuitem", { name: words.widget.askForPerson }).click();
      await button(words.widget.goOnWithAssistant).waitFor();
      await see("waiting for a person");
      await button(words.widget.more).click();
      await page.getByRole("menuitem", { name: words.widget.history }).click();
      await button(/lighthouse/).waitFor();
      await see("history");
      expect(found).toEqual([]);
      await context.close();
    },
  );
});

/** What the chat's controls are called in a language, and how a source's number begins. */
function wordsOf(language: "en" | "ar") {
  const { widget, parts } = language === "ar" ? ar : { widget: widgetWords, parts: partWords };
  const [beforeNumber = ""] = parts.source.split("{number}");
  return { widget, parts, source: new RegExp(`^${beforeNumber}`) };
}

/** axe is put into the page from outside, which its strict policy would rightly refuse. */
function openContext(
  viewport: (typeof sizes)[number],
  colorScheme?: (typeof schemes)[number],
  locale = "en",
): Promise<BrowserContext> {
  return chromium.browser.newContext({
    viewport,
    bypassCSP: true,
    reducedMotion: "reduce",
    locale,
    ...(colorScheme ? { colorScheme } : {}),
  });
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel("E-mail").fill("bench@example.com");
  await page.getByRole("textbox", { name: "Password" }).fill("long enough");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/dashboard/);
}

/** What axe finds in a document, a line each. */
async function look(frame: Frame, where: string): Promise<string[]> {
  await frame.evaluate(axe);
  const { violations } = await frame.evaluate(() => (globalThis as unknown as WithAxe).axe.run()); // just put there
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${where}: ${id} at ${target.join(" ")}`),
  );
}

interface WithAxe {
  axe: { run(): Promise<AxeResults> };
}

async function ask(content: string): Promise<string> {
  const visitor = await openVisitor(house, server);
  const body = { data: { clientId: "accessibility-1", content } };
  let id = "";
  for await (const event of visitor.stream(sendMessage, { params: { productId: house.agentId }, body })) {
    if (event.type === "accepted") id = event.thread.id;
  }
  return id;
}
