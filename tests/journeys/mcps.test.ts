import type { FrameLocator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { publishAgent } from "../../shared/contract/agents/agents.ts";
import { scriptSnippet } from "../../shared/frame/snippet.ts";
import { reserveBook } from "../kit/actions/mcpServers.ts";
import { startSignInShop } from "../kit/actions/signInShop.ts";
import type { SignInShop } from "../kit/actions/signInShop.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { openRoleApp, type RoleApp } from "../kit/browser/roleApp.ts";
import { serveWebsite, type Website } from "../kit/knowledge/website.ts";
import { openOnSite } from "../kit/surfaces/shownChat.ts";
import { writeInChat } from "../kit/surfaces/writeInChat.ts";

let chromium: RunningChromium;
let app: RoleApp;
let site: Website;
let shop: SignInShop;

beforeAll(async () => {
  buildIfMissing();
  chromium = await launch();
  app = await openRoleApp({ EGRESS_ALLOW: "127.0.0.0/8" });
  shop = await startSignInShop();
  shop.tools.push(reserveBook());
});
afterEach(() => site?.stop());
afterAll(async () => {
  await shop?.stop();
  await chromium?.close();
});

it("an admin signs in to an MCP server, and its tool asks the visitor by a form that a closed tab keeps", async () => {
  const admin = await app.enter("admin", chromium);
  await admin.goto(`${app.server.url}/accounts/${app.orgId}/cp/${app.agentId}/mcps`);
  await admin.getByRole("button", { name: "Add server" }).click();
  await admin.getByRole("textbox", { name: "Name" }).fill("Books");
  await admin.getByRole("textbox", { name: "Address" }).fill(shop.url);
  await admin.getByRole("dialog").getByRole("button", { name: "Add server" }).click();
  await admin.getByText("This MCP server asks for a sign-in.").waitFor();
  await admin.getByRole("button", { name: "Sign in" }).click();
  await admin.getByRole("heading", { name: "Book shop" }).waitFor();
  await admin.getByRole("link", { name: "Allow" }).click();
  await admin.getByText("Reachable").waitFor();
  await admin.getByText(/signed in at 127\.0\.0\.1/).waitFor();
  await admin.getByRole("switch", { name: "Reserve a book" }).click();
  await admin.getByText("1 of 3 tools on").waitFor();
  await app.client.call(publishAgent, { params: { productId: app.agentId } });

  const { chat, page } = await visit();
  await writeInChat(chat, "Reserve a book");
  await chat.getByRole("textbox", { name: "Title" }).fill("Emma");
  await chat.getByRole("button", { name: "Send", exact: true }).click();
  await chat.getByText("Who fetches it, and where?").waitFor();
  const browser = page.context();
  await page.close();
  await app.server.end("SIGKILL");
  await app.server.restart();

  const back = await browser.newPage();
  await back.goto(site.origin);
  await back.getByRole("button", { name: /^Open chat/ }).click();
  const again = back.frameLocator("pilothouse-launcher iframe");
  await again.getByText("Who fetches it, and where?").waitFor();
  await again.getByRole("textbox", { name: "Your name" }).fill("Ada");
  await again.getByRole("radio", { name: "South gate" }).check();
  await again.getByRole("button", { name: "Send", exact: true }).click();
  await again.getByRole("log").getByText("Reserve a book: Done.").waitFor();
  expect(shop.calls.map(({ name }) => name)).toEqual(["reserve_book", "reserve_book"]);
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
