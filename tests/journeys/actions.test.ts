import type { FrameLocator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { publishAgent } from "../../shared/contract/agents/agents.ts";
import { createSkill } from "../../shared/contract/skills/skills.ts";
import { getSystemSkill } from "../../shared/contract/skills/systemSkills.ts";
import type { SkillDraft } from "../../shared/contract/skills/skills.ts";
import { scriptSnippet } from "../../shared/frame/snippet.ts";
import { cartTool } from "../kit/actions/cartTool.ts";
import { refund, shopKey, startShopApi, type ShopApi } from "../kit/actions/shopApi.ts";
import { startWebServer } from "../kit/network/webServer.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { openRoleApp, type RoleApp } from "../kit/browser/roleApp.ts";
import { serveWebsite, type Website } from "../kit/knowledge/website.ts";
import { openOnSite } from "../kit/surfaces/shownChat.ts";
import { writeInChat } from "../kit/surfaces/writeInChat.ts";

let chromium: RunningChromium;
let app: RoleApp;
let site: Website;
let shop: ShopApi;

beforeAll(async () => {
  buildIfMissing();
  chromium = await launch();
  app = await openRoleApp({ EGRESS_ALLOW: "127.0.0.0/8" });
  shop = await startShopApi();
});
afterEach(() => site?.stop());
afterAll(async () => {
  await shop?.stop();
  await chromium?.close();
});

it("an admin makes an action of a curl command, tries and publishes it, and a visitor's question uses it", async () => {
  const admin = await app.enter("admin", chromium);
  await admin.goto(`${app.server.url}/accounts/${app.orgId}/cp/${app.agentId}/integrations`);
  await admin.getByRole("link", { name: "Actions", exact: true }).click();
  await admin.getByRole("link", { name: /^From a curl command/ }).click();
  const command = `curl '${shop.origin}/orders/A-17?customer=ada' -H 'Authorization: Bearer ${shopKey}'`;
  await admin.getByRole("textbox", { name: "curl command" }).fill(command);
  await admin.getByRole("button", { name: "Read command" }).click();
  await admin.getByRole("checkbox", { name: /^A-17/ }).check();
  await admin.getByRole("button", { name: "Use this request" }).click();
  await admin.getByRole("textbox", { name: /^When to use it/ }).fill("The visitor asks where an order is.");
  await admin.getByRole("button", { name: "Add example" }).click();
  await admin.getByRole("textbox", { name: "Example questions 1" }).fill("Where is my order A-17?");
  await admin.getByRole("textbox", { name: /^Answer/ }).fill("Your order {{order.id}} is {{order.status}}.");

  await admin.getByRole("radio", { name: "Send" }).check();
  await admin.getByRole("textbox", { name: /^Order id/ }).fill("A-17");
  await admin.getByRole("button", { name: "Send request" }).click();
  const result = admin.getByRole("region", { name: "Result of the test" });
  await result.getByText("Your order A-17 is shipped.").waitFor();
  await admin.getByRole("button", { name: "Save" }).click();
  await admin.getByRole("link", { name: "Runs" }).waitFor();
  await admin.getByRole("button", { name: "Publish" }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await admin.getByRole("main").getByText("Version 2 is live", { exact: true }).waitFor();

  const { chat } = await visit();
  await write(chat, "Where is my order A-17?");
  await chat.getByRole("log").getByText("Your order A-17 is shipped.").waitFor();
  expect(shop.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "GET /orders/A-17?customer=ada",
    "GET /orders/A-17?customer=ada",
  ]);
});

it("a refund waits for the team through a killed server and a closed tab, and is asked for once", async () => {
  const params = { productId: app.agentId };
  const data = { ...refund(shop.origin, "approval"), secret: shopKey };
  await app.client.call(createSkill, { params, body: { data } });
  await app.client.call(publishAgent, { params });
  const before = shop.requests.length;
  const { chat, page } = await visit();
  await write(chat, "I want a refund for order A-17");
  await chat.getByRole("log").getByText("Waiting for the team's decision.").waitFor();
  const browser = page.context();
  await page.close();
  await app.server.end("SIGKILL");
  await app.server.restart();

  const mate = await app.enter("support", chromium);
  await mate.goto(`${app.server.url}/accounts/${app.orgId}/cp/${app.agentId}/inbox/conversations`);
  const inbox = mate.getByRole("region", { name: "Conversations", exact: true });
  await inbox.getByText("Our team has to approve this first.").click();
  const approve = mate.getByRole("button", { name: "Approve" });
  await approve.waitFor();
  expect(shop.requests).toHaveLength(before);
  await approve.click();

  const back = await browser.newPage();
  await back.goto(site.origin);
  await back.getByRole("button", { name: /^Open chat/ }).click();
  const shown = back.frameLocator("pilothouse-launcher iframe").getByRole("log");
  await shown.getByText("Order A-17 is refunded: 20 €.").waitFor();
  expect(shop.requests.slice(before).map(({ method, url }) => `${method} ${url}`)).toEqual([
    "POST /refunds/A-17",
  ]);
  expect(shop.refunds()).toBe(1);
});

it("a visitor books a meeting by a form, with no model key and no key of the calendar", async () => {
  const booked: unknown[] = [];
  const calendar = await startWebServer((request, response) => {
    let body = "";
    request.on("data", (piece: Buffer) => (body += piece.toString()));
    request.on("end", () => {
      booked.push(JSON.parse(body));
      response.writeHead(201, { "content-type": "application/json" });
      response.end(JSON.stringify({ data: { status: "accepted", start: "2030-05-06T09:30:00Z" } }));
    });
  });
  const params = { productId: app.agentId };
  const ready = await app.client.call(getSystemSkill, { params: { systemSkillId: "booking" } });
  const text = JSON.stringify(ready.data.draft)
    .replace("https://api.cal.com", calendar.origin)
    .replace("YOUR_EVENT_TYPE_ID", "7")
    .replace('{"type":"bearer"}', '{"type":"none"}');
  await app.client.call(createSkill, { params, body: { data: JSON.parse(text) as SkillDraft } });
  await app.client.call(publishAgent, { params });
  const { chat } = await visit();
  await write(chat, "Book an appointment for me");
  const card = chat.getByRole("group", { name: "Book a meeting" });
  await card.getByLabel(/^Date/).fill("2030-05-06");
  await card.getByLabel(/^Time \(UTC\)/).fill("09:30");
  await card.getByLabel(/^Name/).fill("Ada");
  await card.getByRole("button", { name: "Send" }).click();
  await card.getByText("Field is required").first().waitFor();
  expect(booked).toEqual([]);
  await card.getByLabel(/^E-mail/).fill("ada@example.com");
  await card.getByLabel(/^Your time zone/).fill("Europe/Rome");
  await card.getByRole("button", { name: "Send" }).click();
  await chat.getByRole("log").getByText("Your meeting is booked. The confirmation goes to").waitFor();
  expect(booked).toEqual([
    {
      ...{ eventTypeId: 7, start: "2030-05-06T09:30:00Z" },
      attendee: { name: "Ada", email: "ada@example.com", timeZone: "Europe/Rome" },
    },
  ]);
  await calendar.stop();
});

it("the agent has the page add to the cart once the visitor confirmed it, and tells what came of it", async () => {
  const params = { productId: app.agentId };
  const data: SkillDraft = {
    ...cartTool(),
    name: "add_to_cart",
    title: "Put tea into the cart",
    examples: ["Put a pack of tea into my cart"],
  };
  await app.client.call(createSkill, { params, body: { data } });
  await app.client.call(publishAgent, { params });
  const { chat, page } = await visit();
  await page.evaluate(() => {
    const said: unknown[] = [];
    const shop = window as unknown as { Pilothouse: (...all: unknown[]) => void; said: unknown[] };
    shop.said = said;
    for (const name of ["tool:call", "tool:result"])
      shop.Pilothouse("on", name, (detail: unknown) => said.push([name, detail]));
    const run = () => Promise.resolve({ total: 12 });
    shop.Pilothouse("addTool", { name: "add_to_cart", description: "", parameters: {}, confirm: true, run });
  });
  await write(chat, "Put a pack of tea into my cart");
  const card = chat.getByRole("group", { name: "Put tea into the cart" });
  await card.getByRole("button", { name: "Confirm" }).click();
  await chat.getByRole("log").getByText("Your cart comes to 12.").waitFor();
  const said = await page.evaluate(() => (window as unknown as { said: unknown[] }).said);
  expect(said).toEqual([
    ["tool:call", { name: "add_to_cart", args: {} }],
    ["tool:result", { name: "add_to_cart", ok: true }],
  ]);

  // A page that offers nothing of that name.
  await page.evaluate(() =>
    (window as unknown as { Pilothouse: (...all: unknown[]) => void }).Pilothouse(
      "removeTool",
      "add_to_cart",
    ),
  );
  await write(chat, "Please put a pack of tea into my cart again");
  await chat.getByRole("log").getByText("The page could not do that.").waitFor();
});

/** Comes to a site with the agent's widget as somebody new. */
async function visit(): Promise<{ chat: FrameLocator; page: Page }> {
  const snippet = scriptSnippet({ host: app.server.url, token: app.token });
  site = await serveWebsite({
    "/": `<!doctype html><html lang="en"><head><title>Shop</title>${snippet}</head><body><h1>Shop</h1></body></html>`,
  });
  const { chat, page } = await openOnSite(chromium.browser, site.origin);
  return { chat, page };
}

async function write(chat: FrameLocator, text: string): Promise<void> {
  await writeInChat(chat, text);
  await chat.getByRole("log").getByText(text).waitFor();
}
