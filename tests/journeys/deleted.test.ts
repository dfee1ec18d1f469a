import { afterAll, beforeAll, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { scriptSnippet } from "../../shared/frame/snippet.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { openRoleApp, type RoleApp } from "../kit/browser/roleApp.ts";
import { openOnSite } from "../kit/surfaces/shownChat.ts";
import { serveWebsite, type Website } from "../kit/knowledge/website.ts";
import { writeInChat } from "../kit/surfaces/writeInChat.ts";

let chromium: RunningChromium;
let app: RoleApp;
let shop: Website;

beforeAll(async () => {
  buildIfMissing();
  chromium = await launch();
  app = await openRoleApp();
  const snippet = scriptSnippet({ host: app.server.url, token: app.token });
  shop = await serveWebsite({
    "/": `<!doctype html><html lang="en"><head><title>Shop</title>${snippet}</head><body><h1>Shop</h1></body></html>`,
  });
});
afterAll(async () => {
  await chromium?.close();
  await shop?.stop();
});

it("a team deletes a visitor's card number, then the conversation, and the chat follows at once", async () => {
  const card = "4111 1111 1111 1111";
  const { page, chat } = await openOnSite(chromium.browser, shop.origin);
  const log = chat.getByRole("log");
  const write = async (text: string) => {
    await writeInChat(chat, text);
    await log.getByText(text).waitFor();
  };
  await write(`My card is ${card}`);
  const admin = await app.enter("admin", chromium);
  await admin.goto(`${app.server.url}/accounts/${app.orgId}/cp/${app.agentId}/inbox/conversations`);
  const rows = admin.getByRole("region", { name: "Conversations", exact: true }).getByRole("listitem");
  await rows.first().click();
  const teamLog = admin.getByRole("log");
  await teamLog.getByText(card).waitFor();

  await admin.getByRole("button", { name: "Actions for this message" }).click();
  await admin.getByRole("menuitem", { name: "Delete message" }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Delete message" }).click();
  await teamLog.getByText(/deleted a message of the visitor’s/).waitFor();
  await log.getByText("This message was deleted").waitFor();
  await log.getByText(card).waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("button", { name: "Open chat" }).click();
  await log.getByText("This message was deleted").waitFor();
  await log.getByText(card).waitFor({ state: "detached" });

  await admin.getByRole("button", { name: "More", exact: true }).click();
  await admin.getByRole("menuitem", { name: "Delete" }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Delete conversation" }).click();
  await admin.getByText("Conversation deleted").waitFor();
  await rows.first().waitFor({ state: "detached" });
  await log.getByText("This message was deleted").waitFor({ state: "detached" });
  await write("Is anybody there?");
  await rows.first().waitFor();
});
