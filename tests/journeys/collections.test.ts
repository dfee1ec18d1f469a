import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findBarriers } from "../kit/browser/axe.ts";
import { openBrowserApp, type BrowserApp } from "../kit/browser/browserApp.ts";

let app: BrowserApp;
const barriers: string[] = [];

beforeAll(async () => {
  app = await openBrowserApp();
});
afterAll(() => app?.stop());

it("an owner makes a collection, imports a file, changes a cell by keys and filters the rows", async () => {
  const { talk, origin } = app;
  const agent = await talk.server.createAgent(talk.owner);
  const context = await app.enter(talk.owner, { bypassCSP: true, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`${origin}/accounts/${talk.owner.organizationId}/cp/${agent.id}/integrations/collections`);
  await page.getByText("No data collection yet").waitFor();
  await see(page, "no collection");

  await page.getByRole("button", { name: "Add collection" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a data collection" });
  await dialog.getByLabel("Name").first().fill("Orders");
  await dialog.getByLabel("Name").last().fill("Code");
  await dialog.getByLabel("Unique").check();
  await dialog.getByRole("button", { name: "Add column" }).click();
  await dialog.getByLabel("Name").last().fill("Total");
  await dialog.getByLabel("Type").last().selectOption("number");
  await dialog.getByRole("button", { name: "Add column" }).click();
  await dialog.getByLabel("Name").last().fill("State");
  await dialog.getByLabel("Type").last().selectOption("choice");
  await dialog.getByLabel("Options").fill("New, Sent");
  await see(page, "the columns");
  await dialog.getByRole("button", { name: "Add collection" }).click();
  await page.getByText("No rows yet").waitFor();

  await page.getByRole("button", { name: "Import", exact: true }).click();
  const csv = "Code,Total,State\nA1,10,New\nA2,much,New\nA3,7.5,Sent\n";
  const file = { name: "orders.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
  await page.getByLabel("CSV or Excel file").setInputFiles(file);
  await page.getByText("2 of 3 rows can be imported").waitFor();
  await see(page, "what comes in");
  await page.getByRole("button", { name: "Import 2 rows" }).click();
  await page.getByText("orders.csv: 2 rows imported, 1 refused.").waitFor();

  await page.getByRole("gridcell", { name: "A3" }).click();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("8.5");
  await page.keyboard.press("Enter");
  await page.getByRole("gridcell", { name: "8.5" }).waitFor();
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByLabel("Column").selectOption("State");
  await page.getByLabel("Value").selectOption("Sent");
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByText("1 row", { exact: true }).waitFor();
  await see(page, "the filtered rows");
  await page.getByRole("link", { name: "All data collections" }).click();
  await page
    .getByRole("link", { name: /Orders/ })
    .getByText(/2 rows/)
    .waitFor();
  await see(page, "the list");
  expect(barriers).toEqual([]);
});

async function see(page: Page, where: string): Promise<void> {
  barriers.push(...(await findBarriers(page, where)));
}
