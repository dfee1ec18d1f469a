import type { FrameLocator, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { listMessages, listThreads } from "../../shared/contract/conversations/threads/threads.ts";
import { scriptSnippet } from "../../shared/frame/snippet.ts";
import { addTexts, openBenchApp, type BenchApp } from "../bench/visitor.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { pressButton } from "../kit/surfaces/shownChat.ts";
import { spawnServer, type SpawnedServer } from "../kit/processes/spawnServer.ts";
import { serveWebsite, type Website } from "../kit/knowledge/website.ts";
import { writeInChat } from "../kit/surfaces/writeInChat.ts";

let server: SpawnedServer;
let chromium: RunningChromium;
let app: BenchApp;
let site: Website;

beforeAll(async () => {
  buildIfMissing();
  server = await spawnServer();
  app = await openBenchApp(server);
  await addTexts(app, server, ["# Opening hours\n\nThe lighthouse opens in April."]);
  const snippet = scriptSnippet({ host: server.url, token: app.token });
  site = await serveWebsite({
    "/": `<!doctype html><html lang="en"><head><title>Shop</title></head><body><h1>Shop</h1>${snippet}</body></html>`,
  });
  chromium = await launch();
});
afterAll(async () => {
  await chromium?.close();
  await site?.stop();
});

describe("with only the keyboard", () => {
  it("a visitor opens the chat, asks, reads the source, says what was wrong, and closes it", async () => {
    const { page, chat } = await openSite();
    await tabTo(page, "Open chat");
    await page.keyboard.press("Enter");
    await chat.getByRole("textbox", { name: "Message" }).and(chat.locator(":focus")).waitFor();

    await page.keyboard.type("When does the lighthouse open?");
    await page.keyboard.press("Enter");
    await chat.getByRole("button", { name: /^Source 1/ }).waitFor();
    // The answer is whole once it can be rated.
    await chat.getByRole("button", { name: "Bad answer" }).waitFor();

    await tabBackTo(page, /^Source 1/);
    await page.keyboard.press("Enter");
    await chat.getByRole("dialog").getByText("The lighthouse opens in April.").waitFor();
    await page.keyboard.press("Escape");
    await chat
      .getByRole("button", { name: /^Source 1/ })
      .and(chat.locator(":focus"))
      .waitFor();

    await tabTo(page, "Bad answer");
    await page.keyboard.press("Enter");
    await chat.getByRole("radio").first().and(chat.locator(":focus")).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await page.keyboard.type("The year");
    await tabTo(page, "Send");
    await page.keyboard.press("Enter");
    await chat.getByText("Thank you for telling us.").waitFor();
    await chat.getByRole("button", { name: "Bad answer", pressed: true }).waitFor();
    await expect.poll(readFeedback).toEqual({ value: -1, reason: "incomplete", text: "The year" });

    await page.keyboard.press("Escape");
    await page
      .getByRole("button", { name: /Open chat/ })
      .and(page.locator(":focus"))
      .waitFor();
    await page.close();
  });

  it("a visitor who opens an existing chat can write at once", async () => {
    const { page, chat } = await openSite();
    await tabTo(page, "Open chat");
    // The launcher's focus has loaded it, and it stands hidden in the page.
    await chat.locator("footer textarea").waitFor({ state: "attached" });
    await page.keyboard.press("Enter");
    await chat.getByRole("textbox", { name: "Message" }).and(chat.locator(":focus")).waitFor();
    await page.keyboard.type("Hello");
    expect(await chat.getByRole("textbox", { name: "Message" }).inputValue()).toBe("Hello");
    await page.close();
  });

  it("the menu can be navigated, and leads to the conversations and back", async () => {
    const { page, chat } = await openSite();
    await tabTo(page, "Open chat");
    await page.keyboard.press("Enter");
    await chat.getByRole("textbox", { name: "Message" }).and(chat.locator(":focus")).waitFor();
    await tabBackTo(page, "More");
    await page.keyboard.press("ArrowDown");
    await chat.getByRole("menu").waitFor();
    await page.keyboard.press("y");
    await chat.getByRole("menuitem", { name: "Your conversations" }).and(chat.locator(":focus")).waitFor();
    await page.keyboard.press("Enter");
    await chat.getByRole("heading", { name: "Your conversations" }).and(chat.locator(":focus")).waitFor();
    await tabBackTo(page, "Back");
    await page.keyboard.press("Enter");
    await chat.getByRole("textbox", { name: "Message" }).waitFor();
    await page.close();
  });
});

describe("for a screen reader", () => {
  it("the chat is a named region with its parts, and announces an answer once", async () => {
    const { page, chat } = await openSite();
    await page.getByRole("button", { name: "Open chat" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    expect(await dialog.getAttribute("aria-label")).toContain("Bench");
    await writeInChat(chat, "When does the lighthouse open?");
    await chat.getByRole("button", { name: "Good answer" }).waitFor();
    const log = chat.getByRole("log", { name: "Conversation" });
    expect(await log.getAttribute("aria-live")).toBe("off");
    const names = await log.getByRole("article").evaluateAll((all) => all.map((one) => one.ariaLabel));
    expect(names.map((name) => name?.split(",")[0])).toEqual(["You", "Bench"]);
    const live = chat.locator("[role=status]:not([role=log] *)", { hasText: "lighthouse" });
    await live.waitFor({ state: "attached" });
    expect((await live.innerText()).match(/opens in April/g)).toHaveLength(1);
    expect(await chat.locator("[role=alert]").allInnerTexts()).toEqual([""]);
    await page.close();
  });

  it("each control has a name and a state: opening, asking, the source, the rating, closing", async () => {
    const { page, chat } = await openSite();
    await page.getByRole("button", { name: "Open chat", expanded: false }).click();
    await page.getByRole("dialog", { name: "Bench" }).waitFor();
    const banner = [
      "- banner:",
      '  - heading "Bench" [level=1]',
      '  - button "More"',
      '  - button "Close chat"',
    ];
    await expect.poll(() => chat.getByRole("banner").ariaSnapshot()).toBe(banner.join("\n"));
    await chat.getByRole("textbox", { name: "Message" }).fill("When does the lighthouse open?");
    await pressButton(chat, "Send message");
    const answer = chat.getByRole("article", { name: /^Bench, / });
    await answer.getByRole("button", { name: "Good answer", pressed: false }).click();
    await answer.getByRole("button", { name: "Good answer", pressed: true }).waitFor();
    await answer.getByRole("status").getByText("Thank you for telling us.").waitFor();

    await answer.getByRole("button", { name: "Source 1: Opening hours" }).click();
    const source = chat.getByRole("dialog", { name: "Opening hours" });
    await source.getByText("The lighthouse opens in April.").waitFor();
    await source.getByRole("button", { name: "Close" }).click();
    await source.waitFor({ state: "detached" });

    await chat.getByRole("button", { name: "Close chat" }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page
      .getByRole("button", { name: "Open chat", expanded: false })
      .and(page.locator(":focus"))
      .waitFor();
    await page.close();
  });
});

async function openSite(): Promise<{ page: Page; chat: FrameLocator }> {
  const page = await (await chromium.browser.newContext({ reducedMotion: "reduce" })).newPage();
  await page.goto(`${site.origin}/`);
  await page.getByRole("button", { name: "Open chat" }).waitFor();
  return { page, chat: page.frameLocator("pilothouse-launcher iframe") };
}

/** Presses Tab until a control of that name has the focus; a name that never comes is a trap or a hole. */
function tabTo(page: Page, name: string | RegExp): Promise<void> {
  return press(page, "Tab", name);
}
function tabBackTo(page: Page, name: string | RegExp): Promise<void> {
  return press(page, "Shift+Tab", name);
}

async function press(page: Page, key: string, name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  while (passed.length < 25) {
    const before = await readFocus(page);
    await page.keyboard.press(key);
    const focused = await readMovedFocus(page, before);
    if (typeof name === "string" ? focused === name : name.test(focused)) return;
    passed.push(focused);
  }
  throw new Error(`${key} never came to ${String(name)}, only to: ${passed.join(" | ")}`);
}

/** Between a page and the frame of another process the focus takes a few pictures to arrive. */
async function readMovedFocus(page: Page, before: string): Promise<string> {
  for (let looks = 0; looks < 60; looks += 1) {
    const focused = await readFocus(page);
    if (focused !== "" && focused !== before) return focused;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  return before;
}

/** The name of what has the focus, inside the frame where the frame has it. */
async function readFocus(page: Page): Promise<string> {
  for (const frame of page.frames().toReversed()) {
    const name = await frame.evaluate(() => {
      let focused = document.activeElement;
      while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
      if (!document.hasFocus() || !focused || focused === document.body) return "";
      return focused.localName === "iframe" ? "" : focused.getAttribute("aria-label") || focused.textContent;
    });
    if (name) return name.trim();
  }
  return "";
}

async function readFeedback(): Promise<unknown> {
  const params = { productId: app.agentId };
  const threads = await app.client.call(listThreads, { params, query: {} });
  for (const { id } of threads.items) {
    const { items } = await app.client.call(listMessages, {
      params: { ...params, threadId: id },
      query: {},
    });
    const rated = items.find(({ feedback }) => feedback !== null);
    if (rated) return rated.feedback;
  }
  return null;
}
