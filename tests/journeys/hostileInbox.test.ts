import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { rateThread, sendMessage } from "../../shared/contract/conversations/conversations.ts";
import { sendReply, updateThread } from "../../shared/contract/conversations/threads/threads.ts";
import { identifyVisitor, setAttributes } from "../../shared/contract/surfaces/surfaces.ts";
import { openBenchApp, openVisitor, type BenchApp } from "../bench/visitor.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { hostilePayloads } from "../kit/safety/hostilePayloads.ts";
import { spawnServer, type SpawnedServer } from "../kit/processes/spawnServer.ts";
import { watchHostile } from "../kit/browser/watchHostile.ts";

/** safety.md C10, C19: what a visitor writes, is called and comes from stays text before the team's eyes too. */
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

/** How many payloads a message holds; a conversation has as many messages as they need. */
const inMessage = 40;
const parts = Array.from({ length: Math.ceil(hostilePayloads.length / inMessage) }, (_, index) =>
  hostilePayloads
    .slice(index * inMessage, (index + 1) * inMessage)
    .join("\n\n")
    .slice(0, 8000),
);

it("the inbox shows hostile messages, replies, names, addresses, attributes and page details as text", async () => {
  const threadId = await writeConversation();
  const context = await chromium.browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const elsewhere: string[] = [];
  context.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== new URL(server.url).origin && !/^(data|blob):$/.test(protocol))
      elsewhere.push(request.url());
  });
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  page.on("dialog", (dialog) => void dialog.dismiss());
  const readOffences = await watchHostile(page, ofTheConsole);

  await page.goto(server.url);
  await page.getByLabel("E-mail").fill("bench@example.com");
  await page.getByRole("textbox", { name: "Password" }).fill("long enough");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/dashboard/);
  await page.goto(page.url().replace(/dashboard.*/, `cp/${app.agentId}/inbox/conversations/${threadId}`));
  await page.getByText("The last word.").first().waitFor();
  await page.getByText("1 of 5").waitFor();
  await page.waitForFunction(
    (count) => document.querySelectorAll("article").length >= count,
    parts.length * 2,
  );

  const { ranScripts, found, looked } = await readOffences();
  expect({ ranScripts, found, elsewhere, faults }).toEqual({
    ...{ ranScripts: 0, found: [], elsewhere: [], faults: [] },
  });
  expect(looked).toBeGreaterThan(1000);
  await context.close();
});

const ofTheConsole = {
  elements: "bdi noscript option q select",
  links: ["/accounts/", "/inbox/", "/api/docs", "#main"],
};

/** A visitor writes every payload, is called by one, comes from a page of that name and rates in kind, as a person answers. */
async function writeConversation(): Promise<string> {
  const visitor = await openVisitor(app, server);
  const params = { productId: app.agentId };
  const [name = ""] = hostilePayloads;
  await visitor.call(identifyVisitor, { params, body: { data: { name: name.slice(0, 120) } } });
  const attributes = Object.fromEntries(
    hostilePayloads.slice(0, 20).map((payload) => [payload.slice(0, 60), payload.slice(0, 500)]),
  );
  await visitor.call(setAttributes, { params, body: { data: attributes } });
  let threadId = "";
  for (const [index, content] of parts.entries()) {
    const page = { url: `https://shop.test/?q=${encodeURIComponent(name)}`, title: name };
    const sent = { clientId: `hostile-${index}`, content, page, context: { note: content.slice(0, 2000) } };
    const body = { data: threadId ? { ...sent, threadId } : sent };
    for await (const event of visitor.stream(sendMessage, { params, body })) {
      if (event.type === "accepted") threadId = event.thread.id;
      if (event.type === "done" || event.type === "failed") break;
    }
  }
  const thread = { ...params, threadId };
  await app.client.call(updateThread, { params: thread, body: { data: { handledBy: "human" } } });
  for (const [index, content] of [...parts, "The last word."].entries()) {
    const body = { data: { clientId: `hostile-reply-${index}`, content } };
    await app.client.call(sendReply, { params: thread, body });
  }
  await app.client.call(updateThread, { params: thread, body: { data: { status: "resolved" } } });
  const rating = { score: 1, remark: hostilePayloads.join(" ").slice(0, 1000) };
  await visitor.call(rateThread, { params: thread, body: { data: rating } });
  return threadId;
}
