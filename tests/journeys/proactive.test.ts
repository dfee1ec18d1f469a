import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { getAgent, publishAgent, updateAgent } from "../../shared/contract/agents/agents.ts";
import { listThreads } from "../../shared/contract/conversations/threads/threads.ts";
import { getWidget, updateWidget } from "../../shared/contract/surfaces/surfaces.ts";
import { addTexts, openBenchApp, type BenchApp } from "../bench/visitor.ts";
import { findBarriers } from "../kit/browser/axe.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { signIn } from "../kit/browser/signIn.ts";
import { serveWebsite, type Website } from "../kit/knowledge/website.ts";
import { spawnServer, type SpawnedServer } from "../kit/processes/spawnServer.ts";
import { writeInChat } from "../kit/surfaces/writeInChat.ts";

let server: SpawnedServer;
let chromium: RunningChromium;
let app: BenchApp;
let shop: Website;

beforeAll(async () => {
  buildIfMissing();
  server = await spawnServer();
  app = await openBenchApp(server);
  await addTexts(app, server, ["# Plans\n\nThe large plan costs ten crowns."]);
  shop = await serveWebsite({
    "/": `<!doctype html><html lang="en"><title>Shop</title>
      <main><h1>Shop</h1><button onclick="history.pushState(null, '', '/pricing')">Prices</button></main>
      <script async src="${server.url}/widget.js?token=${app.token}"></script></html>`,
  });
  chromium = await launch();
});
afterAll(async () => {
  await chromium?.close();
  await shop?.stop();
});

it("an owner writes what the agent says first, a visitor of a single-page site answers it, and it is counted", async () => {
  const context = await chromium.browser.newContext({
    viewport: { width: 1440, height: 900 },
    bypassCSP: true,
  });
  await signIn(context, { url: server.url, email: "bench@example.com", password: "long enough" });
  const owner = await context.newPage();
  const messages = `${server.url}/accounts/${app.organizationId}/cp/${app.agentId}/deploy/messages`;
  await owner.goto(messages);
  await owner.getByRole("button", { name: "Help on a page" }).click();
  await owner.getByLabel("Text", { exact: true }).fill("Which plan do you need?");
  await owner.getByRole("region", { name: "Preview" }).getByText("Which plan do you need?").waitFor();
  await owner.getByLabel("Time on page, seconds").fill("1");
  for (const name of [
    "Not on page",
    "Scroll depth",
    "Leaving",
    "Visitors",
    "Language",
    "Attribute",
    "Event",
    "Period",
  ])
    await owner.getByRole("button", { name, exact: true }).click();
  await owner.getByRole("switch", { name: "Only at certain hours" }).click();
  expect(await findBarriers(owner, "a message with all conditions")).toEqual([]);
  for (const name of ["scroll depth", "leaving", "visitors", "attribute", "period"])
    await owner.getByRole("button", { name: `Remove ${name}` }).click();
  await owner.getByRole("button", { name: "Save", exact: true }).click();
  await owner.getByRole("button", { name: "Publish", exact: true }).first().click();
  await owner.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await owner.getByText("Version 2", { exact: false }).first().waitFor();

  const visitor = await chromium.browser.newPage();
  await visitor.goto(`${shop.origin}/`);
  const said = visitor.getByRole("button", { name: /Which plan do you need\?/ });
  await visitor.getByRole("button", { name: "Open chat" }).waitFor();
  expect(await said.count()).toBe(0);
  await visitor.getByRole("button", { name: "Prices" }).click();
  await said.waitFor();
  expect(await findBarriers(visitor, "a message beside the launcher")).toEqual([]);
  await said.click();
  const chat = visitor.frameLocator("iframe");
  await chat.getByRole("main").getByText("Which plan do you need?").waitFor();
  await writeInChat(chat, "What does the large plan cost?");
  await chat.getByText("ten crowns", { exact: false }).first().waitFor();

  await visitor.goto(`${shop.origin}/`);
  await visitor.getByRole("button", { name: "Prices" }).click();
  await visitor.getByRole("button", { name: "Open chat" }).click();
  await chat.getByText("ten crowns", { exact: false }).first().waitFor();
  await owner.goto(messages);
  await owner.getByText("1 shown · 1 opened (100%) · 1 answered (100%)").waitFor();
});

it("outside the hours a visitor moves the launcher off the page's own button, and leaves a message", async () => {
  const { client } = app;
  const params = { productId: app.agentId };
  const { data: agent } = await client.call(getAgent, { params });
  const hours = { timeZone: "UTC", week: Array.from({ length: 7 }, () => null) };
  const configuration = { ...agent.configuration, hours };
  await client.call(updateAgent, { params, body: { data: { revision: agent.revision, configuration } } });
  const { data: widget } = await client.call(getWidget, { params });
  const { revision, enabled, allowedDomains, allowsNullOrigin } = widget;
  const settings = { ...widget.settings, proactive: [], isMovable: true, outsideHours: "form" as const };
  const surface = { revision, enabled, allowedDomains, allowsNullOrigin, settings };
  await client.call(updateWidget, { params, body: { data: surface } });
  await client.call(publishAgent, { params });

  const visitor = await chromium.browser.newPage({ viewport: { width: 1024, height: 768 } });
  await visitor.goto(`${shop.origin}/`);
  const launcher = visitor.locator("pilothouse-launcher").getByRole("button");
  await visitor.locator("[aria-description='Move with Shift and the arrow keys']").waitFor();
  await launcher.hover();
  await visitor.mouse.down();
  await visitor.mouse.move(300, 300, { steps: 4 });
  await visitor.mouse.up();
  const panel = visitor.locator(".panel");
  expect(await panel.isVisible()).toBe(false);
  await expect.poll(async () => (await launcher.boundingBox())?.x).toBe(20);
  await launcher.press("Shift+ArrowDown");
  const top = (await launcher.boundingBox())?.y ?? 0;
  expect(top).toBeGreaterThan(250);
  await visitor.reload();
  await expect.poll(async () => (await launcher.boundingBox())?.y).toBe(top);

  await launcher.click();
  const chat = visitor.frameLocator("iframe");
  const form = chat.getByRole("form", { name: "Leave a message" });
  await form.waitFor();
  await expect.poll(async () => (await panel.boundingBox())?.x).toBe(88);
  expect(await findBarriers(visitor, "the form outside the hours")).toEqual([]);
  await form.getByLabel("Your e-mail address").fill("ada@example.org");
  await form.getByLabel("Your message").fill("Do you ship to Norway?");
  await form.getByRole("button", { name: "Send" }).click();
  await chat.getByText("The team is away", { exact: false }).first().waitFor();
  await chat.getByRole("article").filter({ hasText: "Do you ship to Norway?" }).waitFor();
  const { items } = await client.call(listThreads, { params });
  expect(items.find(({ title }) => title === "Do you ship to Norway?")).toMatchObject({
    handledBy: "human",
    contact: { email: "ada@example.org" },
  });
});
