import type { FrameLocator, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { addTexts, openBenchApp, type BenchApp } from "../bench/visitor.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { spawnServer, type SpawnedServer } from "../kit/processes/spawnServer.ts";
import { serveWebsite, type Website } from "../kit/knowledge/website.ts";
import { writeInChat } from "../kit/surfaces/writeInChat.ts";

let server: SpawnedServer;
let chromium: RunningChromium;
let app: BenchApp;
let site: Website;
let page: Page;
let chat: FrameLocator;

beforeAll(async () => {
  buildIfMissing();
  server = await spawnServer({ env: { EGRESS_ALLOW: "127.0.0.0/8" } });
  app = await openBenchApp(server);
  await addTexts(app, server, ["# Opening hours\n\nThe lighthouse opens in April."]);
  chromium = await launch();
  const context = await chromium.browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  await page.goto(server.url);
  await page.getByLabel("E-mail").fill("bench@example.com");
  await page.getByRole("textbox", { name: "Password" }).fill("long enough");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/dashboard/);
  chat = page.frameLocator('iframe[title="Preview of the chat"]');
});
afterAll(async () => {
  await chromium?.close();
  await site?.stop();
});

it("Deploy shows changes in the real chat at once, and keeps the conversation in every size, scheme and language", async () => {
  await page.goto(deploy(""));
  await writeInChat(chat, "When does the lighthouse open?");
  const answer = chat.getByRole("article").nth(1);
  await answer.getByText("April", { exact: false }).waitFor();

  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Ask the keeper");
  await chat.getByRole("heading", { name: "Ask the keeper" }).waitFor();
  await page.getByText("Phone", { exact: true }).click();
  await page.getByLabel("Theme").selectOption("dark");
  await chat.locator('[data-ph-scheme="dark"]').first().waitFor();
  await page.getByLabel("Language", { exact: true }).selectOption("ar");
  await chat.locator('[dir="rtl"]').first().waitFor();
  await page.getByLabel("Direction").selectOption("ltr");
  await chat.locator('html[dir="ltr"]').waitFor({ state: "attached" });
  await page.getByText("On a site").click();
  await answer.getByText("April", { exact: false }).waitFor();

  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByRole("button", { name: "Close chat" }).click();
  await preview.getByRole("button", { name: "Open chat" }).click();
  await answer.getByText("April", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("1 unsaved change").waitFor({ state: "hidden" });
});

it("Deploy tells what blocks the chat on a page, allows the site, and then finds no problem", async () => {
  const tag = () => `<script async src="${server.url}/widget.js?token=${app.token}"></script>`;
  site = await serveWebsite({ "/": `<!doctype html><title>Shop</title>${tag()}` });
  await page.goto(deploy("/identity"));
  await page.getByLabel("Add a domain").fill("https://elsewhere.example/page");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("elsewhere.example", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Install" }).click();
  await page.getByLabel("Address of the page").fill(site.origin);
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await page.getByText("1 problem found.").waitFor();
  await page.getByRole("button", { name: /^Allow 127/ }).click();
  await page.getByText("All right.").waitFor();
});

it("Deploy makes a secret and shows it once", async () => {
  await page.goto(deploy("/identity"));
  await page.getByRole("button", { name: "Create secret" }).click();
  const secret = await page.getByRole("status", { name: "Secret" }).textContent();
  await page.getByRole("button", { name: "I saved it" }).click();
  await page.getByText(`…${secret?.slice(-4)}`).waitFor();
  await page.getByText(secret ?? "").waitFor({ state: "detached" });
});

it("Deploy publishes the agent on a public page of its own, with a picture", async () => {
  await page.goto(deploy("/page"));
  await page.getByRole("switch", { name: "Page is on" }).click();
  await page.getByLabel("Address", { exact: true }).fill("lighthouse");
  await page.getByText("This address is free.").waitFor();
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  );
  const icon = { name: "icon.png", mimeType: "image/png", buffer: png };
  await page.getByLabel("Icon: choose a file").setInputFiles(icon);
  await page.getByRole("button", { name: "Icon: remove" }).waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const [opened] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name: "Open the page" }).click(),
  ]);
  await opened.getByRole("textbox", { name: "Message" }).waitFor();
  expect(new URL(opened.url()).pathname).toBe("/p/lighthouse");
  const shown = await fetch(`${server.url}/p/lighthouse/icon`);
  expect(shown.headers.get("content-type")).toBe("image/png");
});

function deploy(part: string): string {
  const [accounts] = page.url().match(/.*\/accounts\/[^/]+/) ?? [];
  return `${accounts}/cp/${app.agentId}/deploy${part}`;
}
