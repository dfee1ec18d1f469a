import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import {
  createLabel,
  getThreadFilters,
  listThreads,
} from "../../shared/contract/conversations/threads/threads.ts";
import { sendMessage } from "../../shared/contract/conversations/conversations.ts";
import { fillInbox } from "../bench/fillInbox.ts";
import { fillThread } from "../bench/fillThread.ts";
import { openBenchApp, openVisitor, type BenchApp } from "../bench/visitor.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { endServers, runServer, type RunningServer } from "../kit/processes/runServer.ts";
import { signIn } from "../kit/browser/signIn.ts";
import { openStore } from "../../server/database/openStore.ts";

/** However much there is, a page reads and shows a part of it, and leads to the rest. */
let chromium: RunningChromium;
/** What one page brings of messages, and a few more while they follow each other. */
const mostMessages = 120;
const mostRows = 100;
const messages = 10_000;
const threads = 3000;

beforeAll(async () => {
  buildIfMissing();
  chromium = await launch();
});
afterAll(async () => {
  await chromium?.close();
  await endServers();
});

it("a conversation of 10,000 messages loads only a part, at its end or at the message that was searched for (fault 43)", async () => {
  const server = await runServer();
  const app = await openBenchApp(server);
  const threadId = await ask(app, server);
  fillThread(server, messages);
  const page = await openConsole(server);
  const count = () => page.locator("[data-message]").count();

  await page.goto(`${server.url}/inbox/${app.organizationId}/${app.agentId}/${threadId}`);
  await page.getByText(`Number ${messages - 1}.`).waitFor();
  expect(await count()).toBeLessThan(mostMessages);

  await page.goto(
    `${server.url}/inbox/${app.organizationId}/${app.agentId}/${threadId}?message=bench00005001`,
  );
  await page.getByText("Number 5001.").waitFor();
  expect(await count()).toBeLessThan(mostMessages);
  await page.getByRole("button", { name: "Go to the newest" }).click();
  await page.getByText(`Number ${messages - 1}.`).waitFor();
  expect(await page.getByText("Number 5001.").count()).toBe(0);
  expect(await count()).toBeLessThan(mostMessages);

  await page.getByRole("button", { name: "Show older messages" }).click();
  await page.getByText(`Number ${messages - 51}.`).waitFor();
  expect(await count()).toBeLessThan(2 * mostMessages);
  await page.context().close();
});

it("an inbox of thousands loads a part of its list, leads to more, and counts them all (fault 44)", async () => {
  const first = await runServer();
  const app = await openBenchApp(first);
  await fill(app, first);
  const server = await first.restart();
  const params = { productId: app.agentId };
  const { page: counted } = await app.client.call(listThreads, { params, query: { queue: "all" } });
  expect(counted.total).toBe(threads);

  const page = await openConsole(server);
  await page.goto(`${server.url}/inbox/${app.organizationId}/${app.agentId}?queue=closed`);
  const rows = page.getByRole("region", { name: "Conversations" }).getByRole("listitem");
  await rows.first().waitFor();
  const before = await rows.count();
  expect(before).toBeLessThan(mostRows);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect.poll(() => rows.count()).toBe(2 * before);
  await page.context().close();
});

/** Puts a visitor's question with its answer into a new conversation. */
async function ask(app: BenchApp, server: RunningServer): Promise<string> {
  const visitor = await openVisitor(app, server);
  const params = { productId: app.agentId };
  const body = { data: { clientId: "the-first-question", content: "The first question" } };
  let threadId = "";
  for await (const event of visitor.stream(sendMessage, { params, body })) {
    if (event.type === "accepted") threadId = event.thread.id;
  }
  return threadId;
}

async function fill({ client, organizationId, agentId }: BenchApp, server: RunningServer): Promise<void> {
  const params = { productId: agentId };
  const body = { data: { name: "Many", colour: "#1a73e8" } };
  const { data: label } = await client.call(createLabel, { params, body });
  const { data: filters } = await client.call(getThreadFilters, { params });
  await server.end();
  const store = await openStore({ dataDir: server.dataDir, databaseUrl: undefined });
  const owner = { organizationId, agentId, userId: filters.people[0]?.id ?? "", labelId: label.id };
  await fillInbox(store, owner, { threads, messages: 2 * threads }).finally(() => store.close());
}

async function openConsole(server: RunningServer): Promise<Page> {
  const context = await chromium.browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signIn(context, server);
  return page;
}
