import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { sendMessage } from "../../shared/contract/conversations/conversations.ts";
import type { AnswerOf } from "../../shared/contract/call.ts";
import { listDataSources } from "../../shared/contract/knowledge/knowledge.ts";
import { openBenchApp, openVisitor, type BenchApp } from "../bench/visitor.ts";
import { findBarriers } from "../kit/browser/axe.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { docType, folderType, startGoogleDrive, type GoogleDrive } from "../kit/knowledge/googleDrive.ts";
import { block, notionId, startNotion, type NotionServer } from "../kit/knowledge/notion.ts";
import { spawnServer, type SpawnedServer } from "../kit/processes/spawnServer.ts";

let drive: GoogleDrive;
let notion: NotionServer;
let server: SpawnedServer;
let chromium: RunningChromium;
let app: BenchApp;

beforeAll(async () => {
  buildIfMissing();
  [drive, notion] = [await startGoogleDrive(), await startNotion()];
  server = await spawnServer({
    env: {
      EGRESS_ALLOW: "127.0.0.0/8",
      GOOGLE_DRIVE_CLIENT_ID: drive.clientId,
      GOOGLE_DRIVE_CLIENT_SECRET: drive.clientSecret,
      GOOGLE_DRIVE_AUTH_URL: drive.settings.authUrl,
      GOOGLE_DRIVE_TOKEN_URL: drive.settings.tokenUrl,
      GOOGLE_DRIVE_BASE_URL: drive.settings.baseUrl,
      NOTION_BASE_URL: notion.settings.baseUrl,
    },
  });
  app = await openBenchApp(server);
  chromium = await launch();
});
afterAll(async () => {
  await chromium?.close();
  await drive?.stop();
  await notion?.stop();
});

it("an owner connects Drive, chooses files, gets a cited answer, reads again after a change, and reconnects", async () => {
  drive.put({ id: "folder-help", name: "Help", mimeType: folderType });
  drive.put({
    ...{ id: "document-hours", name: "Opening hours", mimeType: docType, parent: "folder-help" },
    content: "# Opening hours\n\nThe boat house opens at nine in the morning.",
  });
  const page = await enter();
  await page.goto(`${page.url().replace(/dashboard.*/, `cp/${app.agentId}/`)}datasources?add=website`);
  const adding = page.getByRole("dialog", { name: "Add a data source" });
  await adding.getByRole("radio", { name: "Google Drive" }).check({ force: true });
  await adding.getByRole("button", { name: "Sign in with Google" }).click();
  await page.getByRole("link", { name: "Allow" }).click();

  // Back in the form, by keys alone from the account's places into the folder.
  const focused = (name: RegExp) =>
    adding.getByRole("checkbox", { name }).and(page.locator(":focus")).waitFor();
  await adding.getByRole("button", { name: "My Drive" }).press("ArrowRight");
  await focused(/^Help/);
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await adding.getByText("With Help").waitFor();
  await focused(/^Opening hours/);
  await page.keyboard.press("ArrowLeft");
  await focused(/^Help/);
  expect(await findBarriers(page, "the picker")).toEqual([]);
  await adding.getByRole("button", { name: "Preview" }).click();
  await adding.getByText(/1 page with \d+ characters/).waitFor();
  await adding.getByRole("button", { name: "Add from Google Drive" }).click();
  await adding.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Help", exact: true }).click();
  await page.getByText("Ready", { exact: true }).first().waitFor();

  const first = await ask("When does the boat house open?");
  expect(first.content).toContain("nine in the morning");
  expect(first.citations[0]?.url).toContain("document-hours");

  drive.put({
    ...{ id: "document-hours", name: "Opening hours", mimeType: docType, parent: "folder-help" },
    ...{ content: "# Opening hours\n\nThe boat house opens at ten in the morning." },
    modifiedTime: "2026-03-01T00:00:00.000Z",
  });
  await changeSource(page, "Sync now");
  await expect
    .poll(async () => (await readSource()).lastRun)
    .toMatchObject({ status: "done", counts: { changed: 1 } });
  expect((await ask("When does the boat house open?")).content).toContain("ten in the morning");

  drive.revoke();
  await changeSource(page, "Sync now");
  await page
    .getByText(/no longer accepts our access/)
    .first()
    .waitFor();
  expect((await ask("When does the boat house open?")).content).toContain("ten in the morning");
  await page.getByRole("button", { name: "Connect again" }).click();
  await page
    .getByRole("dialog", { name: "Connect Google Drive" })
    .getByRole("button", { name: "Sign in with Google" })
    .click();
  await page.getByRole("link", { name: "Allow" }).click();
  await expect.poll(async () => (await readSource()).status).toBe("ready");
  await page.getByText("Ready", { exact: true }).first().waitFor();
  await page.waitForURL(({ search }) => !search.includes("connection="));
  await page.context().close();
});

it("an owner connects Notion by a token, and the agent cites a page of it", async () => {
  notion.put({
    ...{ id: notionId(1), title: "Lamp repairs" },
    blocks: [block("heading_1", "Prices"), block("paragraph", "A new socket for a lamp costs 14.")],
  });
  const page = await enter();
  await page.goto(`${page.url().replace(/dashboard.*/, `cp/${app.agentId}/`)}datasources?add=notion`);
  const adding = page.getByRole("dialog", { name: "Add a data source" });
  await adding.getByLabel("Integration token", { exact: true }).fill(notion.token);
  await adding.getByRole("button", { name: "Connect", exact: true }).click();
  await adding.getByRole("searchbox", { name: /Search by title/ }).fill("lamp");
  await adding.getByRole("checkbox", { name: /^Lamp repairs/ }).check();
  await adding.getByRole("button", { name: "Add from Notion" }).click();
  await adding.waitFor({ state: "detached" });
  await page
    .getByRole("listitem")
    .filter({ hasText: "Lamp repairs" })
    .getByText("Ready", { exact: true })
    .waitFor();
  const answer = await ask("What does a new socket cost?");
  expect(answer.content).toContain("14");
  expect(answer.citations[0]?.url).toContain("notion.so");
  await page.context().close();
});

async function enter(): Promise<Page> {
  const context = await chromium.browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(server.url);
  await page.getByLabel("E-mail").fill("bench@example.com");
  await page.getByRole("textbox", { name: "Password" }).fill("long enough");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/dashboard/);
  return page;
}

async function changeSource(page: Page, item: string): Promise<void> {
  // Of the source's own page: the list that leads to it has a menu of the same name.
  const head = page.getByRole("main").locator("header");
  await head.getByRole("button", { name: /^Actions/ }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

async function readSource(): Promise<AnswerOf<typeof listDataSources>["items"][number]> {
  const { items } = await app.client.call(listDataSources, { params: { productId: app.agentId } });
  const [source] = items;
  if (!source) throw new Error("There is no source.");
  return source;
}

/** A visitor asks, in a conversation of their own. */
async function ask(content: string) {
  const visitor = await openVisitor(app, server);
  const params = { productId: app.agentId };
  const body = { data: { clientId: "connected-sources", content } };
  for await (const event of visitor.stream(sendMessage, { params, body })) {
    if (event.type === "done") return event.message;
  }
  throw new Error("The answer did not end.");
}
