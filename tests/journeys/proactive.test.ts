import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
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
  for (const name of ["Not on page", "Scroll depth", "Leaving", "Visitors", "Language", "Attribute", "Event"])
    await owner.getByRole("button", { name, exact: true }).click();
  expect(await findBarriers(owner, "a message with all conditions")).toEqual([]);
  for (const name of ["scroll depth", "leaving", "visitors", "attribute"])
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
