import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { openBenchApp } from "../bench/visitor.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { signIn } from "../kit/browser/signIn.ts";
import { spawnServer } from "../kit/processes/spawnServer.ts";

/* The chat beside the settings: it looks as is typed and answers as was saved, by keys alone and where only one fits. */

let chromium: RunningChromium;
let page: Page;

beforeAll(async () => {
  buildIfMissing();
  const server = await spawnServer();
  const app = await openBenchApp(server);
  chromium = await launch();
  page = await (await chromium.browser.newContext({ reducedMotion: "reduce" })).newPage();
  await page.setViewportSize({ width: 1181, height: 900 });
  await signIn(page.context(), server);
  await page.goto(`${server.url}/accounts/${app.organizationId}/cp/${app.agentId}/settings`);
});
afterAll(() => chromium?.close());

const chat = () => page.frameLocator('iframe[title="Preview of the chat"]');
const frame = () => page.locator('iframe[title="Preview of the chat"]');
const view = (name: string) => page.getByRole("group", { name: "Shown" }).getByRole("radio", { name });

it("the preview is beside the settings from 1181 px on, shows typing immediately, and Save returns the focus to the field", async () => {
  await chat().getByRole("textbox", { name: "Message" }).waitFor();
  expect(await view("Preview").isVisible()).toBe(false);
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await name.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Beacon");
  await chat().getByText("Beacon").first().waitFor();
  await page.getByText("Save to test new answers", { exact: false }).waitFor();
  const save = page.getByRole("button", { name: "Save", exact: true });
  await save.focus();
  await page.keyboard.press("Enter");
  await save.waitFor({ state: "hidden" });
  await name.and(page.locator(":focus")).waitFor();
});

it("a switch shows either settings or preview below 1181 px, keeps the hidden one out of the tab order, and keeps the conversation", async () => {
  await page.setViewportSize({ width: 1180, height: 900 });
  await view("Settings").waitFor();
  expect(await frame().isVisible()).toBe(false);
  await view("Settings").focus();
  await page.keyboard.press("ArrowRight");
  await frame().waitFor();
  expect(await page.getByRole("textbox", { name: "Name", exact: true }).isVisible()).toBe(false);
  const message = chat().getByRole("textbox", { name: "Message" });
  await tabTo("iframe");
  await message.focus();
  await page.keyboard.type("Is the harbour open?");
  await page.keyboard.press("Enter");
  await chat().getByRole("article").nth(1).waitFor();
  await view("Preview").focus();
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("textbox", { name: "Name", exact: true }).waitFor();
  expect(await frame().isVisible()).toBe(false);
  await page.keyboard.press("Tab");
  await page.getByRole("searchbox", { name: "Find a setting" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ArrowRight");
  await chat().getByText("Is the harbour open?").waitFor();
});

/** Presses Tab until an element of this name has the focus; a page has only so many. */
async function tabTo(element: string): Promise<void> {
  const focused = () => page.evaluate(() => document.activeElement?.localName);
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press("Tab");
    if ((await focused()) === element) return;
  }
  expect.fail(`Tab did not come to ${element}.`);
}
