import type { BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { openBenchApp } from "../bench/visitor.ts";
import { findBarriers } from "../kit/browser/axe.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { spawnServer, type SpawnedServer } from "../kit/processes/spawnServer.ts";

let server: SpawnedServer;
let chromium: RunningChromium;
let context: BrowserContext;
let page: Page;
const barriers: string[] = [];

beforeAll(async () => {
  buildIfMissing();
  server = await spawnServer();
  await openBenchApp(server);
  chromium = await launch();
  context = await chromium.browser.newContext({
    ...{ viewport: { width: 1280, height: 900 }, bypassCSP: true, reducedMotion: "reduce" },
  });
  page = await context.newPage();
});
afterAll(() => chromium?.close());

it("an owner goes from one organization to another and back through its accounts and the choice of an agent", async () => {
  await page.goto(`${server.url}/choose-app`);
  await signIn();
  await page.getByRole("heading", { level: 1, name: "Choose an AI Agent" }).waitFor();
  await page.getByRole("link", { name: /Bench/ }).waitFor();
  await see("choosing an agent");
  await page.getByRole("link", { name: /Bench/ }).click();
  await page.getByRole("heading", { level: 1, name: "Setup Guide" }).waitFor();
  const bench = await readOrgId();

  await openMenu();
  expect(await page.getByRole("button", { name: "Switch Organization" }).isDisabled()).toBe(true);
  await page.goto(`${server.url}/setup-company`);
  await setUpLighthouse();
  await page.getByRole("heading", { level: 1, name: "Create an AI agent" }).waitFor();
  const lighthouse = await readOrgId();
  expect(lighthouse).not.toBe(bench);

  await openMenu();
  await page.getByRole("link", { name: "Your Organization" }).click();
  await page.getByLabel("Name").waitFor();
  expect(await page.getByLabel("Country").inputValue()).toBe("PT");
  await see("the organization");
  await page.getByLabel("Name").fill("Lighthouse & Sons");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "Lighthouse & Sons" }).waitFor();

  await openMenu();
  await page.getByRole("link", { name: "Switch Organization" }).click();
  await page.getByRole("button", { name: /Lighthouse & Sons/ }).waitFor();
  await see("choosing an organization");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/accounts/${bench}/dashboard`);
  await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();

  await openMenu();
  await page.getByRole("button", { name: "Change Account" }).click();
  const dialog = page.getByRole("dialog", { name: "Change Account" });
  await dialog.getByText("Default", { exact: true }).waitFor();
  await see("changing the account");
  const loaded = page.waitForEvent("load");
  await dialog.getByRole("button", { name: /Bench/ }).click();
  await loaded;
  await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
  const kept = await page.evaluate((id) => localStorage.getItem(`account:${id}`), bench);
  expect(kept).toMatch(/^[0-9a-z]{26}$/);

  // A page of the other organization is not opened from within this one: it is chosen first.
  await page.evaluate((path) => history.pushState(null, "", path), `/accounts/${lighthouse}/dashboard`);
  await page.evaluate(() => dispatchEvent(new PopStateEvent("popstate")));
  await page.getByRole("heading", { level: 1, name: "Choose an organization" }).waitFor();
  expect(barriers).toEqual([]);
});

async function setUpLighthouse(): Promise<void> {
  await page.getByLabel("Organization name").fill("Lighthouse");
  await page.getByLabel("Country").selectOption({ label: "Portugal" });
  await page.getByLabel("State").selectOption({ label: "Lisboa" });
  await see("setting up an organization");
  await page.getByRole("button", { name: "Create organization" }).click();
  await page.getByRole("heading", { name: "Invite your colleagues to Lighthouse" }).waitFor();
  await page.getByLabel("E-mail addresses").fill("bo@example.com");
  await see("inviting into it");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await page.getByRole("dialog", { name: "Share the links" }).waitFor();
  await page.getByRole("button", { name: "Done" }).click();
}

async function signIn(): Promise<void> {
  await page.getByLabel("E-mail").fill("bench@example.com");
  await page.getByRole("textbox", { name: "Password" }).fill("long enough");
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function openMenu(): Promise<void> {
  await page.getByRole("button", { name: "Profile menu" }).click();
  await page.getByRole("button", { name: "Logout" }).waitFor();
}

async function readOrgId(): Promise<string> {
  const path = await page.evaluate(() => location.pathname);
  return /\/accounts\/([^/]+)/.exec(path)?.[1] ?? "";
}

async function see(where: string): Promise<void> {
  barriers.push(...(await findBarriers(page, where)));
}
