import type { FrameLocator, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { scriptSnippet } from "../../shared/frame/snippet.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { addTexts, openBenchHouse, type BenchHouse } from "../bench/visitor.ts";
import { launch, type RunningChromium } from "../kit/chromium.ts";
import { spawnServer, type SpawnedServer } from "../kit/spawnServer.ts";
import { serveWebsite, type Website } from "../kit/website.ts";

let server: SpawnedServer;
let chromium: RunningChromium;
let house: BenchHouse;
let site: Website;
let page: Page;

beforeAll(async () => {
  buildIfMissing();
  server = await spawnServer();
  house = await openBenchHouse(server);
  await addTexts(house, server, ["# Opening hours\n\nThe lighthouse opens in April."]);
  const snippet = scriptSnippet({ host: server.url, token: house.token });
  site = await serveWebsite({
    "/": `<!doctype html><html lang="en"><head><title>Shop</title>${snippet}</head><body><h1>Shop</h1></body></html>`,
  });
  chromium = await launch();
  page = await (await chromium.browser.newContext({ viewport: { width: 1440, height: 1000 } })).newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(server.url);
  await page.getByLabel("E-mail").fill("bench@example.com");
  await page.getByRole("textbox", { name: "Password" }).fill("long enough");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/dashboard/);
});
afterAll(async () => {
  await chromium?.close();
  await site?.stop();
});

/** A site's page with the chat, open, and what stands on the page for it. */
interface Shop {
  page: Page;
  chat: FrameLocator;
}

interface Row {
  /** How the owner sets it. */
  set: (fields: ReturnType<Page["getByRole"]>) => Promise<void>;
  /** What a visitor of another site sees then. */
  see: (shop: Shop) => Promise<void>;
}

const choose =
  (label: string, option: string): Row["set"] =>
  (fields) =>
    fields.getByRole("group", { name: label }).getByText(option, { exact: true }).click();
const write =
  (label: string, text: string): Row["set"] =>
  (fields) =>
    fields.getByLabel(label, { exact: true }).fill(text);
const toggle =
  (label: string): Row["set"] =>
  (fields) =>
    fields.getByRole("switch", { name: label, exact: true }).click();
const slide =
  (label: string | RegExp, value: number): Row["set"] =>
  (fields) =>
    fields.getByRole("slider", { name: label }).fill(String(value));
const addLine =
  (label: string, text: string): Row["set"] =>
  async (fields) => {
    const group = fields.getByRole("group", { name: label });
    await group.getByRole("button", { name: /^Add/ }).click();
    await group.getByRole("textbox").last().fill(text);
  };

const launcherOf = ({ page: shop }: Shop) => shop.locator("pilothouse-launcher");
const styleOf = ({ chat }: Shop, name: string) =>
  chat
    .locator("html")
    .evaluate((html, property) => getComputedStyle(html).getPropertyValue(property).trim(), name);
const fontOf = ({ chat }: Shop) =>
  chat.getByRole("textbox").evaluate((field) => getComputedStyle(field).fontFamily);
const menuItem = async ({ page, chat }: Shop, name: string, count: number) => {
  await chat.getByRole("button", { name: "More" }).click();
  await chat.getByRole("menu").waitFor();
  await expect.poll(() => chat.getByRole("menuitem", { name }).count()).toBe(count);
  await page.keyboard.press("Escape");
  await chat.getByRole("menu").waitFor({ state: "hidden" });
};

const groups: Record<string, Record<string, Row>> = {
  look: {
    "main colour": {
      set: write("Main colour", "#b4236a"),
      see: async (shop) => expect(await styleOf(shop, "--ph-accent")).toMatch(/#b4236a|rgb\(180, 35, 106\)/),
    },
    "text on it": {
      set: async (fields) => {
        await choose("Text on the main colour", "My own")(fields);
        await write("Text colour", "#ffee00")(fields);
      },
      see: async (shop) =>
        expect(await styleOf(shop, "--ph-on-accent")).toMatch(/#ffee00|rgb\(255, 238, 0\)/),
    },
    dark: {
      set: choose("Light or dark", "Dark"),
      see: ({ chat }) => chat.locator('html[data-ph-scheme="dark"]').waitFor({ state: "attached" }),
    },
    density: {
      set: choose("Density", "Compact"),
      see: ({ chat }) => chat.locator('html[data-ph-density="compact"]').waitFor({ state: "attached" }),
    },
    font: {
      set: choose("Font", "Serif"),
      see: async (shop) => expect(await fontOf(shop)).toMatch(/serif/),
    },
    corners: {
      set: slide("Corners", 3),
      see: async (shop) => expect(await styleOf(shop, "--ph-radius")).toBe("3px"),
    },
  },
  words: {
    title: {
      set: write("Title", "Ask the keeper"),
      see: ({ chat }) => chat.getByRole("heading", { name: "Ask the keeper" }).waitFor(),
    },
    subtitle: {
      set: write("Subtitle", "Of the lighthouse"),
      see: ({ chat }) => chat.getByText("Of the lighthouse").first().waitFor(),
    },
    welcome: {
      set: write("Welcome", "Ahoy, what would you like to know?"),
      see: ({ chat }) => chat.getByText("Ahoy, what would you like to know?").waitFor(),
    },
    placeholder: {
      set: write("Placeholder of the input", "Write to the keeper"),
      see: ({ chat }) => chat.getByPlaceholder("Write to the keeper").waitFor(),
    },
  },
  suggestions: {
    "in the chat": {
      set: addLine("Suggestions", "When do you open?"),
      see: ({ chat }) => chat.getByRole("button", { name: "When do you open?" }).waitFor(),
    },
    "beside the closed launcher": {
      set: addLine("Beside the closed launcher", "Is it far?"),
      see: async () => {
        // They are for who was not in the chat yet.
        const shop = await visitShop();
        await shop.getByRole("button", { name: "Is it far?" }).waitFor();
        await shop.context().close();
      },
    },
  },
  launcher: {
    "width of the panel": {
      set: slide("Width of the panel", 500),
      see: async (shop) => expect((await launcherOf(shop).locator("iframe").boundingBox())?.width).toBe(500),
    },
    "height of the panel": {
      set: slide("Height of the panel", 500),
      see: async (shop) => expect((await launcherOf(shop).locator("iframe").boundingBox())?.height).toBe(500),
    },
    label: {
      set: write("Label", "Ask us"),
      see: async (shop) => {
        await shop.chat.getByRole("button", { name: "Close chat" }).click();
        await launcherOf(shop).getByText("Ask us").waitFor();
      },
    },
    side: {
      set: choose("Stands at the bottom", "Left"),
      see: async (shop) => expect((await readLauncher(shop)).left).toBeLessThan(200),
    },
    "distance from the side": {
      set: slide("From the left", 80),
      see: async (shop) => expect((await readLauncher(shop)).left).toBe(80),
    },
    "distance from the bottom": {
      set: slide("From the bottom", 60),
      see: async (shop) => expect((await readLauncher(shop)).bottom).toBe(60),
    },
  },
  offers: {
    "no rating": {
      set: toggle("Rate answers"),
      see: async ({ chat }) => {
        await ask(chat);
        await chat.getByRole("button", { name: "Copy", exact: true }).first().waitFor();
        expect(await chat.getByRole("button", { name: "Good answer" }).count()).toBe(0);
      },
    },
    "no person": {
      set: toggle("Ask for a person"),
      see: (shop) => menuItem(shop, widgetWords.askForPerson, 0),
    },
    "no earlier conversations": {
      set: toggle("Earlier conversations"),
      see: (shop) => menuItem(shop, widgetWords.history, 0),
    },
    "no download": {
      set: toggle("Download the conversation"),
      see: (shop) => menuItem(shop, widgetWords.downloadTranscript, 0),
    },
    sound: { set: toggle("Sound on at first"), see: (shop) => menuItem(shop, widgetWords.soundOff, 1) },
  },
  consent: {
    "consent line": {
      set: write("Consent line", "We keep what you write."),
      see: ({ chat }) => chat.getByText("We keep what you write.").waitFor(),
    },
    "its link": {
      set: write("Its “Learn more” link", "https://example.com/privacy"),
      see: async ({ chat }) =>
        expect(await chat.getByRole("link", { name: /Learn more/ }).getAttribute("href")).toBe(
          "https://example.com/privacy",
        ),
    },
    "legal link": {
      set: async (fields) => {
        await fields.getByRole("button", { name: "Add link" }).click();
        await write("Link 1, text", "Imprint")(fields);
        await write("Link 1, address", "https://example.com/imprint")(fields);
      },
      see: async ({ chat }) =>
        expect(await chat.getByRole("link", { name: /Imprint/ }).getAttribute("href")).toBe(
          "https://example.com/imprint",
        ),
    },
  },
  images: {
    host: {
      set: async (fields) => {
        await fields.getByRole("textbox").first().fill("images.example.com");
        await fields.getByRole("textbox").first().press("Enter");
      },
      see: async () => {
        const { headers } = await fetch(`${server.url}/embed/${house.token}`);
        expect(headers.get("content-security-policy")).toContain("images.example.com");
      },
    },
  },
  language: {
    "own words": {
      set: async (fields) => {
        await fields.getByLabel("In", { exact: true }).selectOption("de");
        await fields.getByLabel("Find words").fill("Close chat");
        await fields.getByRole("list", { name: "Words" }).getByRole("textbox").first().fill("Weg damit");
      },
      see: async ({ chat }) => chat.getByRole("button", { name: "Weg damit" }).waitFor(),
    },
    "language of the chat": {
      set: async (fields) => void (await fields.getByLabel("Language of the chat").selectOption("de")),
      see: ({ chat }) => chat.getByRole("textbox", { name: "Nachricht" }).waitFor(),
    },
  },
};

it.each(Object.entries(groups))(
  "every control of %s is saved, published, and seen on another site",
  async (group, rows) => {
    await page.goto(
      `${server.url}/accounts/${house.organizationId}/cp/${house.agentId}/deploy?group=${group}`,
    );
    const fields = page.getByRole("group", { name: "Appearance" });
    for (const { set } of Object.values(rows)) await set(fields);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    const shop = await openShop();
    const missing: string[] = [];
    for (const [name, { see }] of Object.entries(rows)) {
      await see(shop).catch((error: unknown) => void missing.push(`${name}: ${String(error).slice(0, 300)}`));
    }
    await shop.page.context().close();
    expect(missing).toEqual([]);
  },
);

async function visitShop(): Promise<Page> {
  const context = await chromium.browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
  });
  const shop = await context.newPage();
  shop.setDefaultTimeout(15_000);
  await shop.goto(`${site.origin}/`);
  return shop;
}

async function openShop(): Promise<Shop> {
  const shop = await visitShop();
  await shop.locator("pilothouse-launcher").getByRole("button").last().click();
  const chat = shop.frameLocator("pilothouse-launcher iframe");
  await chat.getByRole("textbox").waitFor();
  return { page: shop, chat };
}

async function ask(chat: FrameLocator): Promise<void> {
  await chat.getByRole("textbox").fill("When does the lighthouse open?");
  await chat.getByRole("textbox").press("Enter");
}

/** How far the launcher's button stands from the left and from the bottom of the page, in px. */
async function readLauncher(shop: Shop): Promise<{ left: number; bottom: number }> {
  const box = await launcherOf(shop).getByRole("button").last().boundingBox();
  return { left: box?.x ?? 0, bottom: 900 - (box?.y ?? 0) - (box?.height ?? 0) };
}
