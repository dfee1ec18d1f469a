import type { FrameLocator, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { getAgent, publishAgent, updateAgent } from "../../shared/contract/agents/agents.ts";
import { listContacts } from "../../shared/contract/conversations/contacts/contacts.ts";
import { scriptSnippet } from "../../shared/frame/snippet.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { say, startModelProvider } from "../kit/models/modelProvider.ts";
import type { ModelProvider } from "../kit/models/modelProvider.ts";
import { openRoleApp, type RoleApp } from "../kit/browser/roleApp.ts";
import { openOnSite, pressButton } from "../kit/surfaces/shownChat.ts";
import { serveWebsite, type Website } from "../kit/knowledge/website.ts";
import { expectAnswerWhole, writeInChat } from "../kit/surfaces/writeInChat.ts";

let chromium: RunningChromium;
let provider: ModelProvider;
let app: RoleApp;
let shop: Website;

beforeAll(async () => {
  buildIfMissing();
  chromium = await launch();
});
afterAll(async () => {
  await shop?.stop();
  await chromium?.close();
});

it("the team writes first to a visitor whose chat is closed, and to the same visitor while they are away", async () => {
  await openServer();
  const { page: visitor, chat, launcher } = await openOnSite(chromium.browser, shop.origin);
  const log = chat.getByRole("log");
  provider.script(say("chat", ["Not today."]));
  await write(chat, "Is my lamp there?");
  await log.getByText("Not today.").waitFor();
  await expectAnswerWhole(chat);
  await launcher.click();

  // From beside their conversation: it is counted at the launcher, and opens with it.
  const mate = await app.enter("support", chromium);
  await mate.goto(`${app.server.url}/accounts/${app.orgId}/cp/${app.agentId}/inbox/conversations`);
  await mate.getByRole("region", { name: "Conversations", exact: true }).getByText("Not today.").click();
  await begin(mate, "Your lamp is here.");
  await mate.getByRole("log").getByText("Your lamp is here.").waitFor();
  expect(await mate.getByRole("log").getByText("Is my lamp there?").count()).toBe(0);
  const counted = visitor.getByRole("button", { name: "Open chat, 1 unread" });
  await counted.click();
  await log.getByText("Your lamp is here.").waitFor();
  await chat.getByRole("heading", { name: "support" }).waitFor();
  await write(chat, "How kind!");
  await mate.getByRole("log").getByText("How kind!").waitFor();
  expect(provider.requests).toHaveLength(1);

  // From their contact's page, while they are away: it is there when they come back.
  await visitor.goto("about:blank");
  const { items } = await app.client.call(listContacts, {
    params: { productId: app.agentId },
    query: {},
  });
  const admin = await app.enter("admin", chromium);
  const contacts = `/accounts/${app.orgId}/cp/${app.agentId}/inbox/contacts`;
  await admin.goto(`${app.server.url}${contacts}/${items[0]?.id}`);
  await begin(admin, "We close at six.");
  await admin.getByRole("log").getByText("We close at six.").waitFor();
  await visitor.goto(shop.origin);
  await visitor.getByRole("button", { name: /^Open chat/ }).click();
  await log.getByText("We close at six.").waitFor();
  await pressButton(chat, "More");
  await chat.getByRole("menuitem", { name: "Your conversations" }).press("Enter");
  const listed = chat.getByRole("main").getByRole("listitem");
  await expect.poll(() => listed.count()).toBe(3);
  await listed.filter({ hasText: "How kind!" }).click();
  await log.getByText("Your lamp is here.").waitFor();
});

/** A shop with the widget of an agent for which a language model writes. */
async function openServer(): Promise<void> {
  provider = await startModelProvider();
  app = await openRoleApp({ OPENAI_BASE_URL: `${provider.url}/v1`, OPENAI_API_KEY: "a key" });
  const params = { productId: app.agentId };
  const agent = await app.client.call(getAgent, { params });
  const configuration = { ...agent.data.configuration, model: "gpt-4o" };
  const data = { revision: agent.data.revision, configuration };
  await app.client.call(updateAgent, { params, body: { data } });
  await app.client.call(publishAgent, { params });
  const snippet = scriptSnippet({ host: app.server.url, token: app.token });
  shop = await serveWebsite({
    "/": `<!doctype html><html lang="en"><head><title>Shop</title>${snippet}</head><body><h1>Shop</h1></body></html>`,
  });
}

async function begin(page: Page, text: string): Promise<void> {
  await page.getByRole("button", { name: "Start a conversation" }).click();
  const field = page.getByRole("dialog").getByRole("textbox", { name: /^Message to/ });
  await field.fill(text);
  await field.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

async function write(chat: FrameLocator, text: string): Promise<void> {
  await writeInChat(chat, text);
  await chat.getByRole("log").getByText(text).waitFor();
}
