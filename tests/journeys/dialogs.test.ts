import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { createApiKey } from "../../shared/contract/accounts/apiKeys.ts";
import { createDataSource } from "../../shared/contract/knowledge/knowledge.ts";
import { createModelKey } from "../../shared/contract/models/modelKeys.ts";
import { openBenchApp } from "../bench/visitor.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { signIn } from "../kit/browser/signIn.ts";
import { spawnServer, type SpawnedServer } from "../kit/processes/spawnServer.ts";
import { sampled } from "../kit/sampled.ts";
import { serveWebsite, type Website } from "../kit/knowledge/website.ts";

let server: SpawnedServer;
let models: Website;
let chromium: RunningChromium;
let page: Page;
let places: Record<"agent" | "account", string>;

beforeAll(async () => {
  buildIfMissing();
  const body = JSON.stringify({ data: [{ id: "gpt-4o" }] });
  models = await serveWebsite({ "/v1/models": { headers: { "content-type": "application/json" }, body } });
  server = await spawnServer({ env: { EGRESS_ALLOW: "127.0.0.0/8" } });
  const { client, organizationId, agentId } = await openBenchApp(server);
  const key = {
    name: "Ours",
    provider: "openai" as const,
    key: "sk-ours-0001",
    baseUrl: `${models.origin}/v1`,
  };
  await client.call(createModelKey, { body: { data: key } });
  const params = { orgId: organizationId };
  await client.call(createApiKey, { params, body: { data: { name: "The till", scopes: ["agents.read"] } } });
  for (const config of sources) {
    await client.call(createDataSource, { params: { productId: agentId }, body: { data: { config } } });
  }
  const org = `${server.url}/accounts/${organizationId}`;
  places = { agent: `${org}/cp/${agentId}`, account: `${org}/account` };
  chromium = await launch();
  page = await openConsole();
});
afterAll(async () => {
  await chromium?.close();
  await models?.stop();
});

const sources = [
  { kind: "text" as const, title: "Opening hours", text: "The lighthouse opens in April." },
  { kind: "sample" as const },
];

interface Row {
  place: "agent" | "account";
  path: string;
  /** The button that opens it, and the item where the button opens a menu. */
  opener: string | RegExp;
  item?: string;
  /** The control that has the focus then. */
  first: RegExp;
}

const agent = (path: string, opener: Row["opener"], first: Row["first"], item?: string): Row => ({
  ...{ place: "agent", path, opener, first },
  ...(item && { item }),
});
const account = (path: string, opener: Row["opener"], first: Row["first"], item?: string): Row => ({
  ...agent(path, opener, first, item),
  place: "account",
});
const rows: Record<string, Row> = {
  "a rule": agent("settings/answers", "Add a rule", /^Name/),
  "a blocked topic": agent("settings/answers", "Block a topic", /^Topic/),
  "deleting the agent": agent("settings", /^Delete/, /^Type “Bench”/),
  "another website": agent("datasources", "Add data source", /^Address/),
  "an existing text": agent("datasources", "Actions for Opening hours", /^Title/, "Edit"),
  "an existing sample": agent("datasources", /^Actions for (?!Opening)/, /^Name/, "Edit"),
  "a model key": account("models", "Add a key", /^Provider/),
  "the new secret of a model key": account("models", "Actions for Ours", /^Name/, "Rename or replace"),
  "the groups of a member": account("teams", /^Actions for/, /^Organization Owners/, "Change groups"),
  "people to invite": account("teams", "Invite people", /^E-mail addresses/),
  "an API key": account("teams?view=keys", "Create API key", /^Name/),
  "two-factor sign-in": account("profile", "Turn on", /^Current password/),
};

it.each(sampled(Object.entries(rows), { name: "dialogs", count: 3 }))(
  "%s focuses its first field and returns the focus",
  async (_, row) => {
    await page.goto(`${places[row.place]}/${row.path}`);
    const main = page.getByRole("main");
    const opener = main
      .getByRole("button", { name: row.opener })
      .or(main.getByRole("link", { name: row.opener }))
      .first();
    await opener.focus();
    await page.keyboard.press("Enter");
    if (row.item) {
      await page.getByRole("menuitem", { name: row.item }).focus();
      await page.keyboard.press("Enter");
    }
    await expectFocus(page.getByRole("dialog").getByLabel(row.first).first());
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expectFocus(opener);
  },
);

it("a row's menu works with only the keyboard and returns the focus", async () => {
  await page.goto(`${places.agent}/datasources`);
  const opener = page.getByRole("button", { name: "Actions for Opening hours" });
  const menu = page.getByRole("menu", { name: "Actions for Opening hours" });
  const item = (name: string) => menu.getByRole("menuitem", { name, exact: true });
  await opener.focus();
  const first = { Enter: "Sync now", Space: "Sync now", ArrowDown: "Sync now", ArrowUp: "Delete" };
  for (const [key, name] of Object.entries(first)) {
    await page.keyboard.press(key);
    await expectFocus(item(name));
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "hidden" });
    await expectFocus(opener);
  }
  await page.keyboard.press("Enter");
  for (const [key, name] of walk) {
    await page.keyboard.press(key);
    await expectFocus(item(name));
  }
  await page.keyboard.press("Tab");
  await menu.waitFor({ state: "hidden" });
  await page.keyboard.press("Shift+Tab");
  await expectFocus(opener);
});

it("a row's menu stays at its button when the window's width changes", async () => {
  await page.goto(`${places.agent}/datasources`);
  const opener = page.getByRole("button", { name: "Actions for Opening hours" });
  const menu = page.getByRole("menu", { name: "Actions for Opening hours" });
  const size = page.viewportSize();
  await opener.click();
  const gap = async () => {
    const [button, list] = [await opener.boundingBox(), await menu.boundingBox()];
    return button && list ? Math.round(button.x + button.width - list.x - list.width) : null;
  };
  await expect.poll(gap).toBe(0);
  for (const width of [600, 1100]) {
    await page.setViewportSize({ width, height: 700 });
    await expect.poll(gap).toBe(0);
  }
  if (size) await page.setViewportSize(size);
});

const walk = [
  ["ArrowDown", "Edit"],
  ["End", "Delete"],
  ["ArrowDown", "Sync now"],
  ["ArrowUp", "Delete"],
  ["Home", "Sync now"],
  ["d", "Delete"],
] as const;

it("a secret that is shown once focuses its Copy button and returns the focus", async () => {
  await page.goto(`${places.account}/teams?view=keys`);
  const opener = page.getByRole("button", { name: "Create API key" });
  await opener.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Name/, { exact: true }).fill("The shop");
  await dialog.getByRole("checkbox").first().check();
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expectFocus(dialog.getByRole("button", { name: "Copy key" }));
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expectFocus(opener);
});

it("a dialog that is longer than the window scrolls within its corners and keeps the focused control clear of its footer", async () => {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto(`${places.account}/teams?view=keys`);
  await page.getByRole("button", { name: "Create API key" }).click();
  const dialog = page.getByRole("dialog");
  const boxes = dialog.getByRole("checkbox");
  await boxes.last().waitFor();
  const scrolls = (part: Locator) => part.evaluate((box) => box.scrollHeight > box.clientHeight);
  expect([await scrolls(dialog), await scrolls(dialog.locator("> div"))]).toEqual([false, true]);
  for (const box of await boxes.all()) {
    await box.focus();
    const isSeen = () =>
      box.evaluate((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return one === document.elementFromPoint(x + width / 2, y + height / 2);
      });
    await expect.poll(isSeen).toBe(true);
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  if (size) await page.setViewportSize(size);
});

it("a field that appears later leaves the focus where it was", async () => {
  await page.goto(`${places.agent}/datasources?add=website`);
  const dialog = page.getByRole("dialog");
  await expectFocus(dialog.getByLabel("Address").first());
  await dialog.getByRole("radio", { name: "Website" }).focus();
  for (const kind of ["Feed", "Files", "Text"]) {
    await page.keyboard.press("ArrowRight");
    await expectFocus(dialog.getByRole("radio", { name: kind }));
  }
  await dialog.getByLabel("Title").waitFor();
  await expectFocus(dialog.getByRole("radio", { name: "Text" }));
});

it("the form of another address takes the focus and returns it", async () => {
  await page.goto(`${places.account}/profile`);
  const opener = page.getByRole("button", { name: "Change e-mail" });
  await opener.click();
  const card = page.getByRole("region", { name: "E-mail", exact: true });
  await expectFocus(card.getByLabel("New e-mail"));
  await card.getByRole("button", { name: "Cancel" }).click();
  await expectFocus(opener);
});

async function expectFocus(control: Locator): Promise<void> {
  await control.and(page.locator(":focus")).waitFor();
}

async function openConsole(): Promise<Page> {
  const opened = await (await chromium.browser.newContext({ reducedMotion: "reduce" })).newPage();
  await signIn(opened.context(), server);
  return opened;
}
