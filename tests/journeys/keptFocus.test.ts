import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import type { InferInput } from "../../shared/contract/call.ts";
import { pushDocuments } from "../../shared/contract/knowledge/documents.ts";
import { createDataSource, getDataSource, listPages } from "../../shared/contract/knowledge/knowledge.ts";
import type { dataSourceConfig } from "../../shared/contract/knowledge/sourceConfigs.ts";
import { listPassages, updatePassage } from "../../shared/contract/knowledge/pages.ts";
import { scheduleSync } from "../../shared/contract/knowledge/sync.ts";
import { openBenchApp, type BenchApp } from "../bench/visitor.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { websiteConfig } from "../kit/knowledge/knowledge.ts";
import { signIn } from "../kit/browser/signIn.ts";
import { spawnServer, type SpawnedServer } from "../kit/processes/spawnServer.ts";
import { htmlPage, serveWebsite, type Website } from "../kit/knowledge/website.ts";

/* What had the focus goes away with what was done: by keys alone the work goes on beside it. */

let site: Website;
let server: SpawnedServer;
let app: BenchApp;
let chromium: RunningChromium;
let page: Page;

beforeAll(async () => {
  buildIfMissing();
  site = await serveWebsite({
    "/": htmlPage("Harbour", "<p>Welcome to the harbour.</p>", { "/ferry": "Ferry", "/dogs": "Dogs" }),
    "/ferry": htmlPage("Ferry", "<p>The ferry leaves at noon.</p>"),
    "/dogs": htmlPage("Dogs", "<p>Dogs are welcome.</p>"),
  });
  server = await spawnServer({ env: { EGRESS_ALLOW: "127.0.0.0/8", CRAWL_RATE: "100" } });
  app = await openBenchApp(server);
  chromium = await launch();
  page = await (await chromium.browser.newContext({ reducedMotion: "reduce" })).newPage();
  await signIn(page.context(), server);
});
afterAll(async () => {
  await chromium?.close();
  await site?.stop();
});

it("deleting a question moves the focus to the next one, or from the last to the previous one", async () => {
  const questions = ["When?", "Where?", "Why?"].map((question) => ({
    ...{ id: question.toLowerCase().slice(0, -1), question, answer: "At the pier." },
  }));
  await open(await add({ kind: "qa", questions }));
  await confirm(button("Delete “When?”"), "Delete");
  await expectFocus(button("Delete “Where?”"));
  await confirm(button("Delete “Why?”"), "Delete");
  await expectFocus(button("Delete “Where?”"));
});

it("deleting a document moves the focus to the next one", async () => {
  const source = await add({ kind: "documents" });
  const documents = ["Tides", "Winds"].map((title) => ({
    externalId: title,
    title,
    content: `All of ${title}.`,
  }));
  await app.client.call(pushDocuments, { params: source, body: { data: { documents } } });
  await settled(source);
  await open(source);
  const rows = page.getByRole("list", { name: "Documents" }).getByRole("button");
  const next = await rows.nth(1).getAttribute("aria-label");
  await confirm(rows.first(), "Delete");
  await expectFocus(button(next ?? ""));
});

it("ending a schedule, and adding or deleting a webhook, moves the focus to the control in its place", async () => {
  const source = await add(websiteConfig(`${site.origin}/`));
  const schedule = { every: "daily" as const, at: "03:00", timeZone: "UTC", isPaused: false };
  await app.client.call(scheduleSync, { params: source, body: { data: schedule } });
  await open(source, "&view=syncs");
  await press(button("Pause"));
  await expectFocus(button("Resume"));
  await press(button("Remove"));
  await expectFocus(button("Set schedule"));
  await press(button("Create webhook"));
  await page.getByRole("dialog").getByRole("button", { name: "I saved it" }).press("Enter");
  const line = page.getByRole("region", { name: "Webhook" });
  await expectFocus(line.getByRole("button").first());
  await confirm(button("Revoke"), "Revoke webhook");
  await expectFocus(button("Create webhook"));
});

it("switching a page or a passage, and undoing a passage's edit, keeps the focus", async () => {
  const source = await add({ kind: "text", title: "Ferry", text: "The ferry leaves at noon." });
  const { items } = await app.client.call(listPages, { params: source, query: {} });
  const params = { ...source, pageId: items[0]?.id ?? "" };
  const passages = await app.client.call(listPassages, { params, query: {} });
  const edited = { ...params, passageId: passages.items[0]?.id ?? "" };
  await app.client.call(updatePassage, { params: edited, body: { data: { text: "At one." } } });
  await open(source, `&shown=${params.pageId}`);
  for (const name of ["Answers use this page", "Answers use this passage"]) {
    const control = page.getByRole("switch", { name });
    await press(control, "Space");
    await page.getByRole("switch", { name, checked: false }).waitFor();
    await expectFocus(control);
  }
  await page.locator("summary").filter({ hasText: "Edited by" }).press("Enter");
  await press(button("Restore source text"));
  await expectFocus(button("Edit this passage"));
});

it("deleting a page moves the focus to the next one", async () => {
  const source = await add(websiteConfig(`${site.origin}/`));
  await open(source);
  const openers = page.getByRole("main").getByRole("button", { name: /^Actions for page / });
  const next = await openers.nth(1).getAttribute("aria-label");
  await press(openers.first());
  await confirm(page.getByRole("menuitem", { name: "Delete" }), "Delete");
  await expectFocus(button(next ?? ""));
});

it("skipping a setup guide step keeps the focus, and following its link moves the focus to the next screen", async () => {
  const agent = `${server.url}/accounts/${app.organizationId}/cp/${app.agentId}`;
  await page.goto(`${agent}/setup-guide`);
  const link = page.getByRole("main").getByRole("link");
  await link.first().waitFor();
  await press(button("Skip").first());
  await expectFocus(page.getByRole("button", { name: /Skipped$/ }).first());
  const target = (await link.first().getAttribute("href")) ?? "";
  await press(link.first());
  await page.waitForURL((url) => url.pathname === target);
  await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
  await expectFocus(page.getByRole("main"));
});

type Source = { productId: string; datasourceId: string };

async function add(config: InferInput<typeof dataSourceConfig>): Promise<Source> {
  const { data } = await app.client.call(createDataSource, {
    params: { productId: app.agentId },
    body: { data: { config } },
  });
  const source = { productId: app.agentId, datasourceId: data.id };
  await settled(source);
  return source;
}

async function settled(source: Source): Promise<void> {
  const read = () => app.client.call(getDataSource, { params: source });
  await expect.poll(async () => (await read()).data.status).toMatch(/ready|empty/);
}

async function open({ productId, datasourceId }: Source, more = ""): Promise<void> {
  const path = `/accounts/${app.organizationId}/cp/${productId}/datasources?source=${datasourceId}${more}`;
  await page.goto(server.url + path);
}

function button(name: string | RegExp): Locator {
  return page.getByRole("button", { name, exact: true });
}

/** As a keyboard does it: the control has the focus when the key comes. */
async function press(control: Locator, key = "Enter"): Promise<void> {
  await control.focus();
  await page.keyboard.press(key);
}

async function confirm(control: Locator, name: string): Promise<void> {
  await press(control);
  await press(page.getByRole("dialog").getByRole("button", { name, exact: true }));
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

async function expectFocus(control: Locator): Promise<void> {
  await control.and(page.locator(":focus")).waitFor();
}
