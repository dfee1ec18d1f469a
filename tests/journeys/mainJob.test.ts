import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FrameLocator, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { makePdf } from "../kit/knowledge/documents.ts";
import { holdReply, say, startModelProvider } from "../kit/models/modelProvider.ts";
import { spawnServer, type SpawnedServer } from "../kit/processes/spawnServer.ts";
import { serveBicycleShop, serveWebsite, type Website } from "../kit/knowledge/website.ts";
import { writeInChat } from "../kit/surfaces/writeInChat.ts";

/** The product stands on localhost, the customer's shop on 127.0.0.1: two sites for the browser. */
let server: SpawnedServer;
let chromium: RunningChromium;
let website: Website;
let shop: Website;
const folder = mkdtempSync(join(tmpdir(), "journey-"));

beforeAll(async () => {
  buildIfMissing();
  website = await serveBicycleShop();
  chromium = await launch();
});

afterAll(async () => {
  await chromium?.close();
  await website?.stop();
  await shop?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it("a new install leads from an empty folder to a cited answer on another site, a takeover, and a killed server", async () => {
  const provider = await startModelProvider();
  const models = { OPENAI_BASE_URL: `${provider.url}/v1`, OPENAI_API_KEY: "a key" };
  server = await spawnServer({ env: { EGRESS_ALLOW: "127.0.0.0/8", CRAWL_RATE: "100", ...models } });
  const console_ = await openPage();
  await createFirstOwner(console_);
  await createAgent(console_);
  await addWebsite(console_);
  await addPdf(console_);
  const snippet = await tryPreviewAndCopySnippet(console_);

  shop = await serveWebsite({
    "/": {
      headers: { "content-type": "text/html", "content-security-policy": strictPolicy(server.url) },
      body: `<!doctype html><html lang="en"><head><title>My shop</title>${snippet}</head><body><h1>My shop</h1></body></html>`,
    },
  });
  const visitor = await openPage();
  const faults = watchFaults(visitor);
  await visitor.goto(`${shop.origin}/`);
  await visitor.getByRole("button", { name: "Open chat" }).click();
  const chat = visitor.frameLocator("pilothouse-launcher iframe");
  await ask(chat, "What does a full inspection cost?");
  const log = chat.getByRole("log");
  const answer = log.getByRole("article").nth(1);
  await answer.getByText("79", { exact: false }).waitFor();
  await answer
    .getByRole("button", { name: /source 1|citation 1|^1$/i })
    .first()
    .waitFor();

  await openInbox(console_);
  await console_.getByRole("button", { name: "Take over" }).click();
  await log.getByText(/Ana Lima joined/).waitFor();
  const reply = console_.getByRole("textbox", { name: /reply|message/i });
  await reply.fill("Hello, this is Ana. Shall I book it for you?");
  await reply.press("Enter");
  await log.getByText("Shall I book it for you?").waitFor();
  await ask(chat, "Yes, please.");
  await console_.getByRole("log").getByText("Yes, please.").waitFor();
  await console_.getByRole("button", { name: "Hand back" }).click();
  await console_.getByRole("dialog").getByRole("button", { name: "Hand back" }).click();
  await log.getByRole("article").nth(5).waitFor();

  await giveModel(console_);
  const held = holdReply();
  provider.script(held.reply);
  await ask(chat, "What does a day of rental cost?");
  await held.asked;
  held.say("A touring bike costs ");
  const last = log.getByRole("article").last();
  await last.getByText("A touring bike costs").waitFor();
  await server.end("SIGKILL");
  provider.script(say("chat", ["A touring bike costs 22 ", "a day [1]."]));
  server = await server.restart();
  await last.getByText("22 a day").waitFor();
  await last.getByRole("button", { name: /^Source 1/ }).waitFor();

  provider.script(say("chat", ["It opens in April [1]."]));
  await ask(chat, "When does the lighthouse open?");
  await log.getByRole("article").last().getByText("April", { exact: false }).waitFor();
  // The answer is whole once it can be rated.
  await log.getByRole("article").last().getByRole("button", { name: "Good answer" }).waitFor();

  const told = await readTranscript(chat);
  await visitor.reload();
  await visitor.getByRole("button", { name: "Open chat" }).click();
  await chat.getByText("April", { exact: false }).first().waitFor();
  await expect.poll(() => readTranscript(chat)).toEqual(told);
  const questions = told.filter((text) =>
    /^(What does a full|Yes, please|What does a day|When does the light)/.test(text),
  );
  expect(questions).toHaveLength(4);
  expect(faults).toEqual([]);
});

async function openPage(): Promise<Page> {
  const context = await chromium.browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  return page;
}

/** What goes wrong on the customer's page; a connection that is lost while the server is killed is no fault of ours. */
function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !/ERR_|Failed to load resource/.test(message.text()))
      faults.push(message.text());
  });
  return faults;
}

function strictPolicy(host: string): string {
  return `default-src 'none'; script-src ${host}; frame-src ${host}; connect-src ${host}; require-trusted-types-for 'script'`;
}

async function createFirstOwner(page: Page): Promise<void> {
  await page.goto(server.setupUrl ?? "");
  await page.getByRole("heading", { name: "Create the first owner" }).waitFor();
  await page.getByLabel("First name").fill("Ana");
  await page.getByLabel("Last name").fill("Lima");
  await page.getByLabel("E-mail").fill("ana@example.com");
  await page.getByRole("textbox", { name: "Password" }).fill("a long password");
  await page.getByLabel("Organization name").fill("Lighthouse Bicycles");
  await page.getByRole("button", { name: "Create owner and organization" }).click();
}

async function createAgent(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Fill it in by hand" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Bicycle help");
  await page.getByRole("button", { name: "Create agent" }).click();
  await page.getByRole("heading", { level: 1, name: "Setup Guide" }).waitFor();
  await page.getByRole("link", { name: "Data sources" }).click();
}

async function addWebsite(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Add data source" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /^Website/ }).check();
  await dialog.getByRole("textbox", { name: /^Address/ }).fill(`${website.origin}/`);
  await dialog.getByRole("button", { name: "Add website" }).click();
  await page.getByText("12 pages", { exact: true }).waitFor();
}

async function addPdf(page: Page): Promise<void> {
  const path = join(folder, "opening.pdf");
  writeFileSync(path, makePdf(["The lighthouse opens in April and closes in October."]));
  await page.getByRole("link", { name: "Add data source" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /^Files/ }).check();
  await dialog.locator('input[type="file"]').setInputFiles(path);
  await dialog.getByRole("button", { name: "Add files" }).click();
  await page.getByText("1 page", { exact: true }).waitFor();
}

/** In Deploy: the preview answers with a citation, the title changes as it is typed, and the snippet is copied. */
async function tryPreviewAndCopySnippet(page: Page): Promise<string> {
  await page.getByRole("link", { name: "Deploy" }).click();
  const preview = page.frameLocator('iframe[title*="review"]');
  await ask(preview, "When does the lighthouse open?");
  const answer = preview.getByRole("log").getByRole("article").nth(1);
  await answer.getByText("April", { exact: false }).waitFor();
  await answer.getByRole("button", { name: /1/ }).first().waitFor();
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Ask the mechanic");
  await preview.getByRole("heading", { name: "Ask the mechanic" }).waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await publish(page);
  await page.getByRole("link", { name: "Install" }).click();
  await page.getByRole("button", { name: "Copy script tag" }).click();
  return page.evaluate(() => navigator.clipboard.readText());
}

async function publish(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
}

async function openInbox(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Inbox" }).last().click();
  await page.getByRole("link", { name: /^Visitor/ }).click();
  await page.getByText("79", { exact: false }).first().waitFor();
}

/** In Configuration: from now on a language model writes the answers. */
async function giveModel(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Configuration" }).click();
  await page.getByRole("combobox", { name: "Model" }).selectOption("gpt-4o");
  await page.getByRole("button", { name: "Save" }).click();
  await publish(page);
  await page.getByRole("main").getByText("Version 3 is live", { exact: true }).waitFor();
}

async function ask(chat: FrameLocator, text: string): Promise<void> {
  await writeInChat(chat, text);
  await chat.getByRole("log").getByText(text).waitFor();
}

/** The messages of the transcript, those above the screen too, which the browser doesn't lay out. */
async function readTranscript(chat: FrameLocator): Promise<string[]> {
  const articles = await chat.getByRole("log").getByRole("article").allTextContents();
  return articles.map((text) => text.replace(/\s+/g, " ").trim());
}
