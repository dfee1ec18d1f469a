import type { BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { ar } from "../../shared/words/languages/ar.ts";
import { partWords } from "../../shared/words/parts.ts";
import { laterWords } from "../../shared/words/later.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { addTexts, openBenchApp, type BenchApp } from "../bench/visitor.ts";
import { findBarriers } from "../kit/browser/axe.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { sampled } from "../kit/sampled.ts";
import { spawnServer, type SpawnedServer } from "../kit/processes/spawnServer.ts";

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const schemes = ["light", "dark"] as const;
const looks = sizes.flatMap((viewport) =>
  schemes.flatMap((scheme) => (["en", "ar"] as const).map((language) => ({ viewport, scheme, language }))),
);

let server: SpawnedServer;
let chromium: RunningChromium;
let app: BenchApp;

beforeAll(async () => {
  buildIfMissing();
  server = await spawnServer();
  app = await openBenchApp(server);
  await addTexts(app, server, ["# Opening hours\n\nThe lighthouse opens in April."]);
  chromium = await launch();
});
afterAll(() => chromium?.close());

it.each(sampled(looks, { name: "every picture of the chat", count: 2 }))(
  "axe finds no fault in every picture of the chat at $viewport.width px, $scheme, $language",
  async ({ viewport, scheme, language }) => {
    const context = await openContext(viewport, scheme, language);
    const page = await context.newPage();
    const words = wordsOf(language);
    const button = (name: string | RegExp) => page.getByRole("button", { name });
    const composer = page.getByRole("textbox", { name: words.parts.message });
    const found: string[] = [];
    const see = async (where: string) => found.push(...(await findBarriers(page, where)));

    await page.goto(`${server.url}/embed/${app.token}`);
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
    await page.getByRole("menuitem", { name: words.widget.endConversation }).click();
    await button(words.widget.newConversation).waitFor();
    await see("ended");
    await page.getByRole("radio").nth(3).check();
    await page.getByRole("textbox", { name: words.widget.tellMore }).fill("A remark");
    await see("rated");
    await button(words.widget.writeOn).click();
    await composer.fill("And when does it close?");
    await composer.press("Enter");
    await button(words.widget.more).click();
    await page.getByRole("menuitem", { name: words.widget.history }).click();
    await button(/lighthouse/).waitFor();
    await see("history");

    await page.goto("about:blank");
    await page.goto(`${server.url}/embed/${app.token}#consent=required`);
    await button(words.widget.agree).waitFor();
    await see("consent");
    await offerFiles(page);
    await page.goto("about:blank");
    await page.goto(`${server.url}/embed/${app.token}`);
    await composer.waitFor();
    await page.locator("input[type=file]").setInputFiles([
      { name: "list.csv", mimeType: "text/csv", buffer: Buffer.from("a,b") },
      { name: "held.txt", mimeType: "text/plain", buffer: Buffer.from("Held") },
    ]);
    // The one before is refused, after a moment in which it goes up too.
    await page.getByRole("progressbar", { name: /held\.txt/ }).waitFor();
    await page.locator("li [role=alert]").waitFor();
    await see("files");
    expect(found).toEqual([]);
    await context.close();
  },
);

describe.each([
  { name: "a window of 1280 × 1024 at 400 % zoom", viewport: { width: 320, height: 256 }, text: "" },
  { name: "a phone with letters of 200 %", viewport: { width: 390, height: 844 }, text: "200%" },
  { name: "the snippet's frame", viewport: { width: 700, height: 360 }, text: "" },
])("in $name", ({ viewport, text }) => {
  it("the chat keeps everything in sight, each control within reach, and the focus visible", async () => {
    const context = await openContext(viewport);
    const page = await context.newPage();
    const composer = page.getByRole("textbox", { name: partWords.message });
    const found: string[] = [];
    const see = async (where: string) =>
      found.push(...(await page.evaluate(listMisfits)).map((misfit) => `${where}: ${misfit}`));
    await offerFiles(page);
    await page.goto(`${server.url}/embed/${app.token}`);
    await page.evaluate((size) => void (document.documentElement.style.fontSize = size), text);
    await composer.waitFor();
    await see("welcome");
    await page.getByRole("button", { name: widgetWords.more }).click();
    await page.getByRole("menu").waitFor();
    await see("menu");
    await page.keyboard.press("Escape");

    await composer.fill("When does the lighthouse open?");
    await composer.press("Enter");
    await page.getByRole("button", { name: widgetWords.badAnswer }).waitFor();
    await see("answer");
    await page.getByRole("button", { name: /^Source 1/ }).click();
    await page.getByRole("dialog").waitFor();
    await see("source");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: widgetWords.badAnswer }).click();
    await page.getByRole("radio").last().check();
    await see("feedback");
    await page.keyboard.press("Escape");
    await page.locator("input[type=file]").setInputFiles([
      { name: "a-list-of-all-that-is-in-the-lighthouse.exe", mimeType: "a/b", buffer: Buffer.from("MZ") },
      { name: "held.txt", mimeType: "text/plain", buffer: Buffer.from("Held") },
    ]);
    await page.getByRole("progressbar", { name: /held\.txt/ }).waitFor();
    await see("files");

    await composer.focus();
    for (let stop = 0; stop < 12; stop += 1) {
      await page.keyboard.press("Tab");
      const unseen = await page.evaluate(readUnseenFocus);
      if (unseen) found.push(`no focus to see on ${unseen}`);
    }
    expect(found).toEqual([]);
    await context.close();
  });
});

/**
 * What stands wider than its window, and what is smaller to a finger than 24 × 24 px (WCAG 2.2, 2.5.8): a control is hit
 * where a press near its middle reaches it. Links in running text are as high as the text.
 */
function listMisfits(): string[] {
  const { clientWidth, clientHeight, scrollWidth } = document.documentElement;
  const misfits = scrollWidth > clientWidth ? [`${scrollWidth} px wide`] : [];
  const modal = [...document.querySelectorAll("dialog[open], [role=dialog], [role=menu]")].at(-1);
  for (const control of (modal ?? document).querySelectorAll(
    "button, textarea, [role=menuitem], label:has(input)",
  )) {
    const name = control.getAttribute("aria-label") || control.textContent || control.localName;
    if (control.matches(":disabled") || !control.checkVisibility()) continue;
    control.scrollIntoView({ block: "center", inline: "center" });
    const { left, top, width, height } = control.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (x < 12 || y < 12 || x > clientWidth - 12 || y > clientHeight - 12)
      misfits.push(`${name} is out of sight`);
    for (const [dx, dy] of [
      [0, 0],
      [-11.5, 0],
      [11.5, 0],
      [0, -11.5],
      [0, 11.5],
    ] as const) {
      const hit = document.elementFromPoint(x + dx, y + dy);
      if (!hit || !(control.contains(hit) || (hit.contains(control) && hit.localName === "form")))
        misfits.push(`${name} is not hit at ${dx}, ${dy}`);
    }
  }
  return misfits;
}

/** The name of what has the focus and shows nothing of it; empty where it shows. */
function readUnseenFocus(): string {
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body) return "";
  const rings = [activeElement, activeElement.closest("form"), activeElement.closest("label")].filter(
    (ring) => ring !== null,
  );
  const shows = rings.some((ring) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(ring);
    return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
  });
  return shows ? "" : activeElement.getAttribute("aria-label") || activeElement.outerHTML.slice(0, 80);
}

/** A chat that says that it takes files, where the server refuses one of them and does not answer to the other. */
async function offerFiles(page: Page): Promise<void> {
  await page.route(`**/embed/${app.token}`, async (route) => {
    const response = await route.fetch();
    const taken = { types: ["text/csv", "text/plain"], maxBytes: 1000, maxCount: 2 };
    const text = (await response.text()).replace(
      '"attachments":null',
      `"attachments":${JSON.stringify(taken)}`,
    );
    await route.fulfill({ response, body: text });
  });
  await page.route("**/attachments", (route) =>
    route.request().postData()?.includes("held.txt") ? undefined : route.continue(),
  );
}

/** What the chat's controls are called in a language, and how a source's number begins. */
function wordsOf(language: "en" | "ar") {
  const { widget, parts } =
    language === "ar" ? ar : { widget: { ...widgetWords, ...laterWords }, parts: partWords };
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
