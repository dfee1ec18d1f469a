import type { Browser, FrameLocator, Locator, Page } from "playwright";
import { expect } from "vitest";

/** The chat, open, and what stands around it: on a site's page, or in the preview of the console. */
export interface ShownChat {
  page: Page;
  chat: FrameLocator;
  /** The button that opens and closes the chat. */
  launcher: Locator;
  panel: Locator;
  /** How far the launcher stands from the left and from the bottom, in px. */
  readPlace(): Promise<{ left: number; bottom: number }>;
  /** Gives the lines beside the closed launcher, as somebody sees them who was not in the chat yet. */
  findLines(): Promise<Locator>;
}

/** The console's preview, read like a site; it is drawn smaller, so its places are those of its own layout. */
export function findPreview(page: Page): ShownChat {
  const region = page.getByRole("region", { name: "Preview" });
  const launcher = region.getByRole("button", { name: /^(Open|Close) chat$/ });
  const chat = page.frameLocator('iframe[title="Preview of the chat"]');
  return {
    ...{ page, chat, launcher, panel: region.locator("iframe") },
    readPlace: () =>
      launcher.evaluate((button) => {
        const frame = button.parentElement;
        const stage = frame?.parentElement;
        if (!frame || !stage) throw new Error("The launcher stands in no preview.");
        return {
          left: frame.offsetLeft,
          bottom: stage.clientHeight - frame.offsetTop - frame.offsetHeight,
        };
      }),
    async findLines() {
      await closeChat(findPreview(page));
      return region.getByRole("listitem");
    },
  };
}

/** Comes to a site as somebody new, and opens the chat there. */
export async function openOnSite(browser: Browser, origin: string): Promise<ShownChat> {
  const shop = await visit(browser, origin);
  const element = shop.locator("pilothouse-launcher");
  const launcher = element.getByRole("button").last();
  await launcher.click();
  const chat = shop.frameLocator("pilothouse-launcher iframe");
  await chat.getByRole("textbox").waitFor();
  return {
    ...{ page: shop, chat, launcher, panel: element.locator("iframe") },
    async readPlace() {
      const box = await launcher.boundingBox();
      return { left: box?.x ?? 0, bottom: viewport.height - (box?.y ?? 0) - (box?.height ?? 0) };
    },
    async findLines() {
      const fresh = await visit(browser, origin);
      return fresh.locator("pilothouse-launcher button:not([aria-haspopup])");
    },
  };
}

const viewport = { width: 1280, height: 900 };

async function visit(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({
    viewport,
    reducedMotion: "reduce",
  });
  const shop = await context.newPage();
  await shop.goto(`${origin}/`);
  return shop;
}

/**
 * Presses a button of the chat by key. A press of the mouse goes where the button stood while the panel still moves in, and
 * to the page around a frame that the browser has not painted yet, and is lost.
 */
export function pressButton(chat: FrameLocator, name: string): Promise<void> {
  return chat.getByRole("button", { name }).press("Enter");
}

/** A custom property as the chat has it. */
export const styleOf = ({ chat }: ShownChat, name: string) =>
  chat
    .locator("html")
    .evaluate((html, property) => getComputedStyle(html).getPropertyValue(property).trim(), name);
/** Width and height of the panel in px, as it is laid out. */
export const sizeOf = ({ panel }: ShownChat) =>
  panel.evaluate(({ offsetWidth, offsetHeight }: HTMLElement) => [offsetWidth, offsetHeight]);
/** The path that the launcher draws. */
export const iconOf = ({ launcher }: ShownChat) => launcher.locator("path").getAttribute("d");
/** Closes the chat, or finds it closed. */
export const closeChat = async ({ chat, launcher }: ShownChat) => {
  if (await launcher.and(launcher.page().locator("[aria-expanded=true]")).count())
    await pressButton(chat, "Close chat");
  await launcher.and(launcher.page().locator("[aria-expanded=false]")).waitFor();
};
/** The font that the visitor writes in. */
export const fontOf = ({ chat }: ShownChat) =>
  chat.getByRole("textbox").evaluate((field) => getComputedStyle(field).fontFamily);
/** Waits until it is drawn light or dark. */
export const expectScheme = ({ chat }: ShownChat, scheme: string) =>
  chat.locator(`html[data-ph-scheme="${scheme}"]`).waitFor({ state: "attached" });
/** Waits until the menu has `count` items of that name. */
export const expectMenuItems = async ({ page, chat }: ShownChat, name: string, count: number) => {
  await chat.getByRole("button", { name: "More" }).click();
  await chat.getByRole("menu").waitFor();
  await expect.poll(() => chat.getByRole("menuitem", { name }).count()).toBe(count);
  await page.keyboard.press("Escape");
  await chat.getByRole("menu").waitFor({ state: "hidden" });
};

/** Asks what the agent knows. */
export async function ask(chat: FrameLocator): Promise<void> {
  await chat.getByRole("textbox").fill("When does the lighthouse open?");
  await chat.getByRole("textbox").press("Enter");
}
