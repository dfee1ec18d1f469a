import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { getAgent, publishAgent, updateAgent } from "../../shared/contract/agents/agents.ts";
import {
  listMessages,
  listThreads,
  sendReply,
  tellTyping,
  updateThread,
} from "../../shared/contract/conversations/threads/threads.ts";
import { watchEvents } from "../../shared/contract/conversations/conversations.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { openBenchApp, type BenchApp } from "../bench/visitor.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { say, startModelProvider } from "../kit/models/modelProvider.ts";
import { spawnServer } from "../kit/processes/spawnServer.ts";

let chromium: RunningChromium;

beforeAll(async () => {
  buildIfMissing();
  chromium = await launch();
});

afterAll(() => chromium?.close());

it("a visitor sends a file, edits a question, rates the answer, talks to a person, and saves the conversation", async () => {
  const provider = await startModelProvider();
  const env = { OPENAI_BASE_URL: `${provider.url}/v1`, OPENAI_API_KEY: "a key", EGRESS_ALLOW: "127.0.0.0/8" };
  const server = await spawnServer({ env });
  const app = await openBenchApp(server);
  await giveModel(app);
  const page = await chromium.browser.newPage();
  await page.goto(`${server.url}/embed/${app.token}`);
  const log = page.getByRole("log");
  const composer = page.getByRole("textbox", { name: "Message" });

  provider.script(say("chat", ["It is a list."]));
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: "list.txt", mimeType: "text/plain", buffer: Buffer.from("One, two.") });
  await page.getByRole("button", { name: "Remove list.txt" }).waitFor();
  await composer.fill("What is this?");
  await page.getByRole("button", { name: "Send message" }).click();
  await log.getByText("It is a list.").waitFor();
  await log.getByText("list.txt").waitFor();
  expect(JSON.stringify(provider.requests[0]?.body)).toContain("One, two.");

  provider.script(say("chat", ["It has two items."]));
  await log.getByRole("button", { name: "Edit" }).click();
  await page.getByText(widgetWords.editing).waitFor();
  await composer.fill("How long is it?");
  await composer.press("Enter");
  await log.getByText("It has two items.").waitFor();
  await log.getByText("edited").waitFor();
  expect(await log.getByRole("article").count()).toBe(2);

  await log.getByRole("button", { name: "Good answer" }).click();
  await expect.poll(async () => (await readThread(app)).messages.at(-1)?.feedback?.value).toBe(1);

  await choose(page, "Talk to a person");
  await log.getByText("You asked for a person").waitFor();
  const { at } = await readThread(app);
  await app.client.call(updateThread, { params: at, body: { data: { handledBy: "human" } } });
  await app.client.call(tellTyping, { params: at });
  await page.getByText(/is writing/).waitFor();
  await app.client.call(sendReply, {
    params: at,
    body: { data: { clientId: "reply-0001", content: "Here I am." } },
  });
  await log.getByText("Here I am.").waitFor();
  await expect.poll(async () => (await readThread(app)).visitorReadTo).toBeGreaterThan(3);

  expect(await hearWhoIsThere(app)).toEqual([(await readThread(app)).contactId]);
  await app.client.call(updateThread, { params: at, body: { data: { status: "resolved" } } });
  const ended = page.getByRole("region", { name: "This conversation has ended." });
  await ended.getByRole("radio", { name: "4 of 5" }).check();
  await ended.getByRole("textbox", { name: "Tell us more (optional)" }).fill("Quick and kind");
  await ended.getByRole("button", { name: "Send" }).click();
  await ended.getByText("Thank you for telling us.").waitFor();
  await expect
    .poll(async () => (await readThread(app)).rating)
    .toMatchObject({ score: 4, remark: "Quick and kind" });

  const saved = page.waitForEvent("download");
  await choose(page, "Download conversation");
  const text = readFileSync((await (await saved).path()) ?? "", "utf8");
  expect(text).toMatch(
    /How long is it\?[\s\S]*It has two items\.[\s\S]*Here I am\.[\s\S]*Your rating: 4 of 5\n {2}Quick and kind/,
  );

  await choose(page, "New conversation");
  await choose(page, "Your conversations");
  await page.getByRole("button", { name: /What is this|How long/ }).click();
  await log.getByText("Here I am.").waitFor();
});

/** Takes something out of the chat's menu. */
async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** From now on a language model writes the answers. */
async function giveModel({ client, agentId }: BenchApp): Promise<void> {
  const params = { productId: agentId };
  const { data: agent } = await client.call(getAgent, { params });
  const configuration = { ...agent.configuration, model: "gpt-4o" };
  await client.call(updateAgent, { params, body: { data: { revision: agent.revision, configuration } } });
  await client.call(publishAgent, { params });
}

/** The one conversation as the team sees it. */
async function readThread({ client, agentId }: BenchApp) {
  const params = { productId: agentId };
  const { items } = await client.call(listThreads, { params });
  const at = { ...params, threadId: items[0]?.id ?? "" };
  const { items: messages } = await client.call(listMessages, { params: at });
  const { visitorReadTo = 0, rating, contact } = items[0] ?? {};
  return { at, messages, visitorReadTo, rating, contactId: contact?.id };
}

/** The contacts of the visitors who are there, as the team hears it when it begins to listen. */
async function hearWhoIsThere({ client, agentId }: BenchApp): Promise<string[]> {
  const params = { productId: agentId };
  for await (const event of client.stream(watchEvents, { params }))
    if (event.type === "presence") return event.contactIds;
  return [];
}
