import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { openRoleApp, type RoleApp } from "../kit/browser/roleApp.ts";

let chromium: RunningChromium;
let app: RoleApp;

beforeAll(async () => {
  buildIfMissing();
  chromium = await launch();
  app = await openRoleApp();
});
afterAll(() => chromium?.close());

it("an admin builds a workflow with only the keyboard, publishes it, runs it, and sees what each step gave", async () => {
  const page = await app.enter("admin", chromium);
  await page.goto(`${app.server.url}/accounts/${app.orgId}/cp/${app.agentId}/workflows`);
  await press(page, "button", "Blank workflow");
  await page.getByRole("heading", { name: "New workflow", level: 1 }).waitFor();

  await press(page, "button", "Add step");
  await addKind(page, "set variables");
  await press(page, "button", "Add variable");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("total");
  await page.getByLabel("Value (JMESPath)", { exact: true }).focus();
  await page.keyboard.type("`3` + `4`");
  await page.getByRole("button", { name: /^1 Set variables/ }).focus();
  await page.keyboard.press("a");
  await addKind(page, "search");
  await page.getByLabel("Question", { exact: true }).focus();
  await page.keyboard.type("refunds");
  // The list of variables may be open: the row takes the keys from here on.
  await page.getByRole("button", { name: /^2 Search knowledge/ }).focus();
  await page.keyboard.press("a");
  await addKind(page, "end");
  await page.keyboard.type("total");
  const rows = page.getByRole("list", { name: "Steps" }).locator("[data-step] strong");
  await page.getByRole("button", { name: /^2 Search knowledge/ }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(() => rows.allTextContents()).toEqual(["Search knowledge", "Set variables", "End"]);
  await page.keyboard.press("ControlOrMeta+s");
  await page.getByText("Workflow saved").waitFor();
  await press(page, "button", "Publish");
  await press(page, "button", "Publish", "dialog");
  await page.getByText("Version 1 is published").first().waitFor();

  await press(page, "button", "Run");
  await press(page, "button", "Run", "dialog");
  const steps = page.getByRole("list", { name: "Steps of the run" });
  await steps.getByRole("button", { name: /End/ }).waitFor();
  await page.getByRole("heading", { name: "Done" }).waitFor();
  await page.getByLabel("Result").getByText("7").waitFor();
});

it("on a phone, a template is opened, a step is changed in its place, and it is published", async () => {
  const page = await app.enter("owner", chromium);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${app.server.url}/accounts/${app.orgId}/cp/${app.agentId}/workflows`);
  await page.getByRole("button", { name: "New workflow", exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^CSAT follow-up/ })
    .click();
  await page.getByRole("button", { name: /^3\.1 Thank them/ }).click();
  await page.getByRole("textbox", { name: "Text" }).fill("Thank you, {{contact.name}}.");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Workflow saved").waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await page.getByText("Version 1 is published").first().waitFor();
  await page.getByRole("switch", { name: "On", checked: true }).waitFor();
});

/** Comes to a control by Tab, as somebody without a mouse does, and presses it. */
async function press(page: Page, role: "button", name: string, within?: "dialog"): Promise<void> {
  const place = within ? page.getByRole(within) : page;
  const control = place.getByRole(role, { name, exact: true });
  await control.waitFor();
  for (let count = 0; count < 80; count += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) {
      await page.keyboard.press("Enter");
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not come to ${name}.`);
}

async function addKind(page: Page, search: string): Promise<void> {
  await page.getByRole("combobox", { name: "Search steps" }).waitFor();
  await page.keyboard.type(search);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}
