import { afterAll, beforeAll, expect, it } from "vitest";
import { listDataSources } from "../../shared/contract/knowledge/knowledge.ts";
import { buildIfMissing } from "../../server/build.ts";
import { openBenchApp, type BenchApp } from "../bench/visitor.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { serveBicycleShop, type Website } from "../kit/knowledge/website.ts";
import { spawnServer, type SpawnedServer } from "../kit/processes/spawnServer.ts";
import { expectAnswerWhole, writeInChat } from "../kit/surfaces/writeInChat.ts";

let server: SpawnedServer;
let app: BenchApp;
let chromium: RunningChromium;
let website: Website;

beforeAll(async () => {
  buildIfMissing();
  website = await serveBicycleShop();
  server = await spawnServer({ env: { TRIAL: "on", EGRESS_ALLOW: "127.0.0.0/8", CRAWL_RATE: "100" } });
  app = await openBenchApp(server);
  chromium = await launch();
});
afterAll(async () => {
  await chromium?.close();
  await website?.stop();
});

it("an address leads to an agent that answers with sources, and to one's own with all that it learned", async () => {
  const context = await chromium.browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${server.url}/try-for-free`);
  await page.getByRole("textbox", { name: "Web address" }).fill(website.origin);
  await page.getByRole("button", { name: "Create agent" }).click();
  await page.getByRole("heading", { name: /is ready$/ }).waitFor();
  const answers = page.getByRole("region", { name: "What it answers" });
  await expect.poll(() => answers.getByRole("term").count()).toBe(3);
  for (const link of await answers.getByRole("link").all())
    expect(await link.getAttribute("href")).toContain(website.origin);

  const [chat] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("link", { name: "Open chat" }).click(),
  ]);
  await writeInChat(chat, "What does a full inspection cost?");
  await expectAnswerWhole(chat);
  await chat.getByRole("log").getByRole("article").nth(1).getByText("79", { exact: false }).waitFor();
  await chat.close();

  await page.getByRole("link", { name: "Keep this agent" }).click();
  await page.getByLabel("E-mail").fill("bench@example.com");
  await page.getByRole("textbox", { name: "Password" }).fill("long enough");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/cp\/[^/]+/);
  const productId = /\/cp\/([^/]+)/.exec(page.url())?.[1] ?? "";
  expect(productId).not.toBe(app.agentId);
  const { items } = await app.client.call(listDataSources, { params: { productId } });
  expect(items).toMatchObject([
    { config: { kind: "website", urls: [expect.stringContaining(website.origin)] } },
  ]);
});
