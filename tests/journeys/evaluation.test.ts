import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { getAgent, updateAgent } from "../../shared/contract/agents/agents.ts";
import { sendMessage } from "../../shared/contract/conversations/conversations.ts";
import {
  createDataSource,
  getDataSource,
  listDataSources,
} from "../../shared/contract/knowledge/knowledge.ts";
import { openBenchApp, openVisitor, type BenchApp } from "../bench/visitor.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { spawnServer, type SpawnedServer } from "../kit/processes/spawnServer.ts";

let server: SpawnedServer;
let chromium: RunningChromium;
let app: BenchApp;

beforeAll(async () => {
  buildIfMissing();
  server = await spawnServer();
  app = await openBenchApp(server);
  chromium = await launch();
});
afterAll(() => chromium?.close());

const question = "Do you repair kettles?";
const answer = "We repair kettles for ten years after you bought them.";

it("an admin finds a bad answer in the inbox, fills its gap, keeps it as a case, replays it and publishes", async () => {
  await teach("Returns", "You can return a lamp within 60 days. Returns are free of charge.");
  const threadId = await ask(question, "Can I return a lamp?");
  await makeDraft();
  const page = await enter();
  const area = page.url().replace(/dashboard.*/, `cp/${app.agentId}/`);

  // The bad answer, and what stands behind it.
  await page.goto(`${area}inbox/conversations/${threadId}`);
  await page
    .getByRole("article")
    .filter({ hasText: "did not find" })
    .getByRole("link", { name: /why/i })
    .click();
  const why = page.getByRole("dialog", { name: "Why this answer" });
  await why.getByRole("heading", { name: /What was found|No passage was found/ }).waitFor();
  const downloaded = page.waitForEvent("download");
  await why.getByRole("button", { name: "Download reproduction" }).click();
  const file: unknown = JSON.parse(readFileSync(await (await downloaded).path(), "utf8"));
  expect(file).toMatchObject({ format: "pilothouse-reproduction", question });

  // One click makes a case of it, which is taken back from within the dialog, and made again.
  const make = why.getByRole("button", { name: "Make a test case" });
  const opener = why.getByRole("button", { name: "Open test case" });
  const bar = why.getByRole("region", { name: "Undo" });
  const dialog = page.getByRole("dialog", { name: "Edit the test case" });
  await make.click();
  await bar.getByText("Test case created").waitFor();
  await bar.getByRole("button", { name: "Undo" }).click();
  await bar.waitFor({ state: "detached" });
  await make.and(page.locator(":focus")).press("Enter");
  await bar.getByRole("button", { name: "Edit" }).click();
  await dialog.getByLabel(/^Question/).press("Escape");
  await dialog.waitFor({ state: "detached" });
  // Escape closed the dialog on top alone, and the case is there: another click opens it.
  await opener.and(page.locator(":focus")).click();
  expect(await dialog.getByLabel(/^Question/).inputValue()).toBe(question);
  await dialog.getByLabel(/^The answer must say/).fill("ten years");
  await dialog.getByLabel(/^It must cite/).fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  // So it does after a reload.
  await page.reload();
  await make.click();
  expect(await dialog.getByLabel(/^The answer must say/).inputValue()).toBe("ten years");

  // It fails, because the agent does not know.
  await page.goto(`${area}overview`);
  await page.locator("#main").getByRole("link", { name: "Tests", exact: true }).click();
  await page.getByRole("button", { name: "Run 1 test" }).click();
  await page.getByText("0 passed, 1 failed").waitFor();
  await page.getByRole("link", { name: /Failed.*repair/ }).click();
  await page
    .getByRole("dialog", { name: "One question" })
    .getByText("It does not say “ten years”.")
    .first()
    .waitFor();

  // The gap is mended.
  await page.goto(`${area}overview/tests?view=gaps`);
  await page
    .getByRole("listitem")
    .filter({ hasText: question })
    .getByRole("button", { name: "Add answer" })
    .click();
  const adding = page.getByRole("dialog", { name: "Add an answer" });
  await adding.getByLabel(/^Answer/).fill(answer);
  await adding.getByRole("button", { name: "Add answer" }).click();
  const saved = page.getByRole("dialog", { name: "Answer saved" });
  await saved.getByText("Fixed. The draft uses your answer.").waitFor();
  await saved
    .getByText(/ten years/)
    .first()
    .waitFor();
  await saved.getByRole("button", { name: "Done" }).click();
  await saved.waitFor({ state: "detached" });
  await page.getByText("No gaps").waitFor();
  await learnt(2);

  // The publish dialog replays by itself, as it costs nothing: better, and nothing worse; both answers open side by side.
  await page.goto(`${area}overview`);
  await page.getByRole("button", { name: "Publish" }).click();
  const publish = page.getByRole("dialog");
  const replay = publish.getByRole("region", { name: "Replay" });
  const heightOf = async () => (await replay.boundingBox())?.height;
  const height = await heightOf();
  await publish.getByText("1 better, 2 same, 0 worse").waitFor();
  await publish.getByRole("button", { name: "Replay again" }).waitFor();
  // What is read and typed below has kept its place.
  expect(await heightOf()).toBe(height);
  await publish.getByRole("button", { name: "Show the answers" }).click();
  await publish
    .getByRole("region", { name: "Before" })
    .getByText(/did not find/)
    .waitFor();
  await publish
    .getByRole("region", { name: "Now" })
    .getByText(/ten years/)
    .first()
    .waitFor();
  await publish.getByRole("button", { name: "Publish" }).press("Enter");
  await publish.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Tests", exact: true }).and(page.locator(":focus")).waitFor();
  await page
    .getByText(/^Version \d+ is live$/)
    .first()
    .waitFor();

  // The bell has told of it, and leads to it.
  const told = page.getByRole("listitem").filter({ hasText: "finished: 1 better, 2 same, 0 worse." });
  await page.getByRole("button", { name: /Notifications, \d+ new/ }).click();
  await told.getByRole("link", { name: "Go to the page" }).click();
  // On the page: the notice that led there says the same.
  await page.getByRole("main").getByText("1 better, 2 same, 0 worse").waitFor();

  // The public version passes.
  await page.goto(`${area}overview/tests`);
  await page.getByLabel("Version", { exact: true }).selectOption("published");
  await page.getByRole("button", { name: "Run 1 test" }).click();
  await page.getByText("1 passed, 0 failed").waitFor();

  // What was published before comes back as the draft, without its knowledge: the mended gap stays mended.
  await page.goto(`${area}versions?version=1&restore=1`);
  const restoring = page.getByRole("dialog");
  await restoring.getByRole("radio", { name: /Settings only/ }).check();
  await restoring.getByRole("button", { name: "Restore" }).click();
  await restoring.waitFor({ state: "detached" });
  const { data: restored } = await app.client.call(getAgent, { params: { productId: app.agentId } });
  expect(restored.configuration.description).toBe("");
  await page.goto(`${area}overview/tests`);
  await page.getByRole("button", { name: "Run 1 test" }).click();
  await page.getByRole("heading", { name: "Test cases · Draft" }).waitFor();
  await page.getByText("1 passed, 0 failed").waitFor();
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

async function teach(title: string, text: string): Promise<void> {
  const params = { productId: app.agentId };
  const data = { name: title, config: { kind: "text" as const, title, text } };
  const created = await app.client.call(createDataSource, { params, body: { data } });
  const at = { ...params, datasourceId: created.data.id };
  await expect
    .poll(async () => (await app.client.call(getDataSource, { params: at })).data.status)
    .toBe("ready");
}

/** Resolves when the agent has read this many sources. */
async function learnt(count: number): Promise<void> {
  const params = { productId: app.agentId };
  const ready = async () =>
    (await app.client.call(listDataSources, { params })).items.filter(({ status }) => status === "ready")
      .length;
  await expect.poll(ready).toBe(count);
}

/** A visitor asks, one question after the other, in one conversation. */
async function ask(...questions: string[]): Promise<string> {
  const visitor = await openVisitor(app, server);
  const params = { productId: app.agentId };
  let threadId = "";
  for (const [index, content] of questions.entries()) {
    const sent = { clientId: `evaluation-${index}`, content };
    const body = { data: threadId ? { ...sent, threadId } : sent };
    for await (const event of visitor.stream(sendMessage, { params, body })) {
      if (event.type === "accepted") threadId = event.thread.id;
      if (event.type === "done" || event.type === "failed") break;
    }
  }
  return threadId;
}

/** Something to publish. */
async function makeDraft(): Promise<void> {
  const params = { productId: app.agentId };
  const { data } = await app.client.call(getAgent, { params });
  const configuration = { ...data.configuration, description: "Knows lamps." };
  await app.client.call(updateAgent, {
    params,
    body: { data: { revision: data.revision, configuration } },
  });
}
