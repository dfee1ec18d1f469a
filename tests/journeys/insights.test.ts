import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rebuildFigures } from "../../server/conversations/figures/rebuild.ts";
import { makeConversations, writeConversations } from "../kit/analytics/makeConversations.ts";
import { openBrowserApp, type BrowserApp } from "../kit/browser/browserApp.ts";

const dayMs = 24 * 60 * 60 * 1000;

let app: BrowserApp;
let page: Page;
let agentIds: string[];

beforeAll(async () => {
  app = await openBrowserApp();
  const { server, owner } = app.talk;
  agentIds = [(await app.talk.createAgent()).id, (await app.talk.createAgent()).id];
  const now = server.clock.now();
  const { organizationId } = owner;
  const rows = makeConversations({
    ...{ organizationId, agentIds, conversations: 400 },
    ...{ from: now - 50 * dayMs, to: now - 2 * dayMs },
  });
  await server.store.transaction((tx) => writeConversations(tx, rows));
  await rebuildFigures(server.store);
  const context = await app.enter(owner, { timezoneId: "Europe/Berlin", acceptDownloads: true });
  await context.clock.setFixedTime(now);
  page = await context.newPage();
});
afterAll(() => app?.stop());

const main = () => page.getByRole("main");
/** The number of a tile, as people read it. */
const tile = (title: string) =>
  main().locator("dl > div").filter({ hasText: title }).getByTitle("Show these conversations").first();

it("each number of the organization and of one agent opens just the conversations behind it, and the filters stay in the address", async () => {
  const start = `${app.origin}/accounts/${app.talk.owner.organizationId}`;
  for (const address of [`${start}/insights`, `${start}/cp/${agentIds[0]}/agent-insights`]) {
    await page.goto(address);
    await page.getByRole("combobox", { name: "Surface" }).selectOption({ label: "WhatsApp" });
    await expect.poll(() => new URL(page.url()).searchParams.get("surface")).toBe("whatsapp");
    await page.reload();
    await expect.poll(() => page.getByRole("combobox", { name: "Surface" }).inputValue()).toBe("whatsapp");
    for (const title of ["Conversations", "Handoffs"]) {
      await tile(title).waitFor();
      const number = await tile(title).innerText();
      if (title === "Conversations") expect(Number(number)).toBeGreaterThan(3);
      await tile(title).click();
      await page.getByText(new RegExp(`^${number} conversations?:`)).waitFor();
      await page.goBack();
    }
  }
});

it("the dashboard's numbers of the last week are those of Insights, to which they lead", async () => {
  await page.goto(`${app.origin}/accounts/${app.talk.owner.organizationId}/dashboard`);
  await page.getByRole("region", { name: "Right now" }).waitFor();
  const week = page.getByRole("region", { name: "Last 7 days" });
  const number = (title: string) =>
    week.locator("dl > div").filter({ hasText: title }).getByTitle("Show insights").first();
  const shown = await number("Conversations").innerText();
  expect(Number(shown)).toBeGreaterThan(3);
  await number("Conversations").click();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/\/insights$/);
  await expect.poll(() => tile("Conversations").innerText()).toBe(shown);
});

it("the file has the numbers of the screen", async () => {
  await page.goto(`${app.origin}/accounts/${app.talk.owner.organizationId}/insights`);
  await tile("Conversations").waitFor();
  const shown = await tile("Conversations").innerText();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  const text = await readFile(await download.path(), "utf8");
  expect(text).toContain(`,Conversations,${shown},${shown},`);
});

it("the figures fit a phone, and the chart is read by arrow keys", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${app.origin}/accounts/${app.talk.owner.organizationId}/insights`);
  await tile("Conversations").waitFor();
  const chart = page.getByRole("group", { name: /Arrow keys read each point/ });
  await chart.focus();
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("link", { name: "Show conversations" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
