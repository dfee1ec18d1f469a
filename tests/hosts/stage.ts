import type { FrameLocator, Page } from "playwright";
import { expect } from "vitest";
import { openBenchApp, type BenchApp } from "../bench/visitor.ts";
import { spawnServer, type SpawnedServer } from "../kit/processes/spawnServer.ts";
import { serveWebsite, type SitePage, type Website } from "../kit/knowledge/website.ts";

/** The product on localhost with an agent that answers, a website on 127.0.0.1: two sites for the browser. */
export interface Stage {
  server: SpawnedServer;
  app: BenchApp;
  site: Website;
  /** The tag for this agent, with what stands in it beside. */
  tag(more?: string, query?: string): string;
}

export async function openStage(env: Record<string, string> = {}): Promise<Stage> {
  const server = await spawnServer({ env });
  const app = await openBenchApp(server);
  const site = await serveWebsite({});
  const tag = (more = "", query = `token=${app.token}`) =>
    `<script async src="${server.url}/widget.js?${query}" referrerpolicy="origin" crossorigin ${more}></script>`;
  return { server, app, site, tag };
}

/** A page of a stranger. */
export function htmlPage(body: string, { head = "", attributes = 'lang="en"' } = {}): string {
  return `<!doctype html><html ${attributes}><head><meta charset="utf-8"><title>Shop</title>${head}</head><body><h1>Shop</h1>${body}</body></html>`;
}

export function withHeaders(body: string, headers: Record<string, string>): SitePage {
  return { headers: { "content-type": "text/html; charset=utf-8", ...headers }, body };
}

/** What goes wrong on a page: exceptions, rejections that nobody hears, and what its policy refuses. */
export function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error.stack ?? error)));
  page.on("console", (message) => {
    if (
      message.type() === "error" &&
      !/Failed to load resource|ERR_|Blocked script execution in/.test(message.text())
    ) {
      faults.push(message.text());
    }
  });
  return faults;
}

/** The frame of the chat, wherever the widget has put it. */
export function chatOf(page: Page, nth = 0): FrameLocator {
  return page.locator("pilothouse-launcher").nth(nth).locator("iframe").contentFrame();
}

/** Writes a message and waits for its answer. */
export async function talk(chat: FrameLocator, text = "Hello"): Promise<void> {
  const input = chat.getByRole("textbox", { name: "Message" });
  await input.fill(text);
  await input.press("Enter");
  await expectAnswer(chat, text);
}

/** The text stands in the log as a message, and one more after it. */
export async function expectAnswer(chat: FrameLocator, text: string): Promise<void> {
  const articles = chat.getByRole("log").getByRole("article");
  await articles.filter({ hasText: text }).first().waitFor();
  await articles.nth(1).waitFor();
}

/** Opens by the launcher, sends, and gets an answer. */
export async function expectChat(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Open chat" }).click();
  await talk(chatOf(page));
  await expect.poll(() => page.evaluate(() => document.body.isConnected)).toBe(true);
}

/** The names of the page's globals. */
export function listGlobals(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.getOwnPropertyNames(globalThis).filter((name) => !/^\d+$/.test(name)));
}
