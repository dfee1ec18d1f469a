import type { FrameLocator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { getAgent, publishAgent, updateAgent } from "../../shared/contract/agents/agents.ts";
import { createCannedReply } from "../../shared/contract/conversations/messages/cannedReplies.ts";
import { leavePerson, requestPerson } from "../../shared/contract/conversations/conversations.ts";
import { getThread, listMessages, listThreads } from "../../shared/contract/conversations/threads/threads.ts";
import { scriptSnippet } from "../../shared/frame/snippet.ts";
import { openAnother, openVisitor } from "../bench/visitor.ts";
import { findBarriers } from "../kit/browser/axe.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { say, startModelProvider, type ModelProvider } from "../kit/models/modelProvider.ts";
import { pressShortcut } from "../kit/console/pressShortcut.ts";
import { openRoleApp, type RoleApp } from "../kit/browser/roleApp.ts";
import { openOnSite, pressButton } from "../kit/surfaces/shownChat.ts";
import { startTcpProxy } from "../kit/network/tcpProxy.ts";
import { serveWebsite, type Website } from "../kit/knowledge/website.ts";
import { writeInChat } from "../kit/surfaces/writeInChat.ts";

/** The product stands on localhost, the shop with the widget on 127.0.0.1; everybody has a browser of their own. */
let chromium: RunningChromium;
let provider: ModelProvider;
let team: RoleApp;
/** With a new agent for each test. */
let app: RoleApp;
let shop: Website;
let inboxPath: string;

const ends: (() => unknown)[] = [];

beforeAll(async () => {
  buildIfMissing();
  provider = await startModelProvider((end) => ends.push(end));
  team = await openRoleApp({ OPENAI_BASE_URL: `${provider.url}/v1`, OPENAI_API_KEY: "a key" });
  chromium = await launch();
  ends.push(() => chromium.close());
});
afterEach(async () => {
  // The first is the browser's own, which goes with it.
  for (const context of chromium?.browser.contexts().slice(1) ?? []) await context.close();
  await shop?.stop();
});
afterAll(async () => {
  for (const end of ends) await end();
});

it("a visitor who asks for a person waits in the queue, gets help from two team members, rates it, and comes back", async () => {
  const note = "offer a refund, they complained twice";
  await openApp();
  const [mate, admin] = [await openQueue("support", "waiting"), await openQueue("admin", "all")];
  await mate.getByText("Nothing in this queue").waitFor();
  const params = { productId: app.agentId };
  const earlier = await openVisitor(app, app.server);
  const asking = { params, body: { data: { clientId: "earlier-visitor" } } };
  const { data: ahead } = await earlier.call(requestPerson, asking);

  // The visitor reads their place, and the team sees them come.
  const visitor = await openShop();
  const { chat, log } = visitor;
  provider.script(say("chat", ["Is its plug in?"]));
  await write(chat, "My lamp is dark");
  await log.getByText("Is its plug in?").waitFor();
  await chooseItem(chat, "Talk to a person");
  const waiting = chat.getByRole("region", { name: "Talk to a person" });
  await waiting.getByText("1 person is ahead of you.").waitFor();
  await rows(mate).nth(1).waitFor();
  await rows(mate).filter({ hasText: "Is its plug in?" }).getByText("Waiting for a person").waitFor();
  await earlier.call(leavePerson, { params: { ...params, threadId: ahead.id } });
  await expect.poll(() => waiting.getByRole("status").textContent()).not.toContain("before you");
  await expect.poll(() => rows(mate).count()).toBe(1);

  // One takes over, and another tells them by a note what to do.
  await rows(mate).click();
  await mate.getByRole("button", { name: "Take over" }).click();
  await log.getByText("support joined the conversation").waitFor();
  await waiting.waitFor({ state: "detached" });
  const taken = rows(admin).filter({ hasText: "Is its plug in?" });
  await taken.getByText("support", { exact: true }).waitFor();
  await taken.click();
  await admin.getByRole("log").getByText("My lamp is dark").waitFor();
  await admin.getByRole("radio", { name: "Note" }).waitFor({ state: "attached" });
  await pressShortcut(admin, "n");
  const noteField = admin.getByRole("textbox", { name: /^Private note about/ });
  await noteField.pressSequentially("@sup");
  await admin.getByRole("option", { name: /^support/ }).click();
  await noteField.pressSequentially(note);
  await noteField.press("Enter");
  const seen = mate.getByRole("article", { name: /^Private note by admin/ });
  await seen.getByText(note).waitFor();
  await seen.getByText("Names support").waitFor();

  // A reply that stood ready, and the agent again.
  await replyField(mate).pressSequentially("/refund");
  await mate.getByRole("option", { name: /^refund/ }).waitFor();
  await replyField(mate).press("Enter");
  const ready = "Hello friend, this is support: your money is on its way.";
  await expect.poll(() => replyField(mate).inputValue()).toBe(ready);
  await replyField(mate).press("Enter");
  await log.getByText(ready).waitFor();
  await mate.getByRole("button", { name: "Hand back" }).click();
  await mate.getByRole("dialog").getByRole("button", { name: "Hand back" }).click();
  await log.getByText("support handed the conversation back to the assistant").waitFor();
  provider.script(say("chat", ["Within two days."]));
  await write(chat, "When is it here?");
  await log.getByText("Within two days.").waitFor();
  await mate.getByRole("log").getByText("Within two days.").waitFor();
  expect(JSON.stringify(provider.requests)).not.toContain(note);

  // It ends, is judged, and goes on.
  await mate.getByRole("button", { name: "Resolve", exact: true }).click();
  await log.getByText("support marked this as resolved").waitFor();
  await chooseQueue(admin, "Resolved");
  await rows(admin).filter({ hasText: "Resolved" }).getByText("Within two days.").waitFor();
  const ended = chat.getByRole("region", { name: "This conversation has ended." });
  await ended.getByRole("radio", { name: "5 of 5" }).check();
  await ended.getByRole("textbox", { name: "Tell us more (optional)" }).fill("Quick and kind");
  await ended.getByRole("button", { name: "Send" }).click();
  for (const page of [mate, admin])
    await page.getByRole("complementary").getByText("Quick and kind").waitFor();
  provider.script(say("chat", ["Let us see."]));
  await ended.getByRole("button", { name: "Continue here" }).click();
  await write(chat, "It is dark again");
  await log.getByText("Let us see.").waitFor();
  await admin.getByText("Nothing in this queue").waitFor();
  await chooseQueue(admin, "All");
  const reopened = rows(admin).filter({ hasText: "Let us see." });
  await reopened.waitFor();
  expect(await reopened.getByText("Resolved").count()).toBe(0);
  await mate.getByText("The agent answers", { exact: true }).waitFor();

  // Nothing that the team wrote among itself is at the visitor's, however they look.
  const told = await log.getByRole("article").allTextContents();
  await visitor.page.reload();
  await visitor.page.getByRole("button", { name: "Open chat" }).click();
  await log.getByText("Let us see.").waitFor();
  await expect.poll(() => log.getByRole("article").count()).toBe(told.length);
  const shown = (await log.getByRole("article").allTextContents()).join("\n");
  for (const text of [told.join("\n"), shown, await visitor.readReceived()]) {
    expect(text).toContain(ready);
    expect(text).not.toContain(note);
  }
});

it("an offline team member gets every missed message once and in order after reconnecting, without a reload", async () => {
  await openApp();
  const line = await startTcpProxy(Number(new URL(app.server.url).port));
  const { chat, log } = await openShop();
  provider.script(say("chat", ["Which one?"]));
  await write(chat, "My kettle leaks");
  await log.getByText("Which one?").waitFor();
  const mate = await app.enter("support", chromium, line.origin);
  await mate.goto(line.origin + inboxPath);
  await rows(mate).filter({ hasText: "Which one?" }).click();
  await mate.getByRole("button", { name: "Take over" }).click();
  await replyField(mate).waitFor();
  await log.getByText("support joined the conversation").waitFor();
  let loads = 0;
  mate.on("load", () => (loads += 1));

  await mate.context().setOffline(true);
  line.setDown(true);
  const missed = ["The blue one", "It leaks below", "Since Monday"];
  for (const text of missed) await write(chat, text);
  const threadId = new URL(mate.url()).pathname.split("/").at(-1) ?? "";
  const params = { productId: app.agentId, threadId };
  const readSaid = async () => {
    const { items } = await app.client.call(listMessages, { params });
    return items.filter(({ role }) => role === "user").map(({ content }) => content);
  };
  await expect.poll(readSaid).toEqual(["My kettle leaks", ...missed]);
  const shown = async () => {
    const texts = await mate.getByRole("log").getByRole("article").allTextContents();
    return texts.flatMap((text) => missed.filter((part) => text.includes(part)));
  };
  expect(await shown()).toEqual([]);

  line.setDown(false);
  await mate.context().setOffline(false);
  await expect.poll(shown).toEqual(missed);
  await write(chat, "Are you there?");
  await mate.getByRole("log").getByText("Are you there?").waitFor();
  await replyField(mate).fill("We send you a new one.");
  await replyField(mate).press("Enter");
  await log.getByText("We send you a new one.").waitFor();
  expect(await shown()).toEqual(missed);
  expect(loads).toBe(0);
  await mate.context().close();
  await line.stop();
});

it("two team members press Take over at once: one gets the conversation, the other sees who has it", async () => {
  await openApp();
  const { chat, log } = await openShop();
  await chooseItem(chat, "Talk to a person");
  await log.getByText("You asked for a person").waitFor();
  const threadId = await findWaiting();
  const pages = {
    Bench: await openThread("owner", threadId),
    support: await openThread("support", threadId),
  };
  await arriveTogether(Object.values(pages));
  for (const page of Object.values(pages)) await page.getByRole("button", { name: "Take over" }).click();

  const refused = "A colleague has taken this conversation over.";
  const params = { productId: app.agentId, threadId };
  const findHolder = async () =>
    (await app.client.call(getThread, { params })).data.assignee?.name ?? "nobody";
  await expect.poll(findHolder).not.toBe("nobody");
  const holder = await findHolder();
  const [winner, loser] = holder === "Bench" ? [pages.Bench, pages.support] : [pages.support, pages.Bench];
  await loser.getByRole("alert").getByText(refused).waitFor();
  for (const page of [winner, loser]) {
    await page.getByText(`${holder} answers`, { exact: true }).waitFor();
    await page.getByRole("log").getByText(`${holder} took over`).waitFor();
    expect(await page.getByRole("log").getByText("took over").count()).toBe(1);
  }
  expect(await winner.getByRole("alert").count()).toBe(0);
  await replyField(winner).fill("I am with you.");
  await replyField(winner).press("Enter");
  await log.getByText("I am with you.").waitFor();
  expect(await log.getByText("joined the conversation").allTextContents()).toEqual([
    `${holder} joined the conversation`,
  ]);
});

it("two team members assign at once: one succeeds, the other sees the assignee, and undoing a resolve restores the wait", async () => {
  await openApp();
  const { chat, log } = await openShop();
  await chooseItem(chat, "Talk to a person");
  await log.getByText("You asked for a person").waitFor();
  const threadId = await findWaiting();
  const look = async () => {
    const params = { productId: app.agentId, threadId };
    const { status, assignee, waitingSince } = (await app.client.call(getThread, { params })).data;
    return { status, assignee: assignee?.name ?? null, waitingSince };
  };
  const [bench, mate] = [await openThread("owner", threadId), await openThread("support", threadId)];
  const [first, second] = [await chooseAssignee(bench, "admin"), await chooseAssignee(mate, "support")];
  await first.getByRole("button", { name: "Assign", exact: true }).click();
  await first.waitFor({ state: "detached" });
  await second.getByRole("button", { name: "Assign", exact: true }).click();
  await second.getByRole("alert").getByText("admin has this conversation now.").waitFor();
  expect((await look()).assignee).toBe("admin");
  const barriers = await findBarriers(mate, "told that a colleague was quicker");
  await second.getByRole("button", { name: "Assign anyway" }).click();
  await second.waitFor({ state: "detached" });
  const before = await look();
  expect(before).toEqual({ status: "open", assignee: "support", waitingSince: expect.any(Number) });

  const resolving = (page: Page) => page.getByRole("button", { name: "Resolve", exact: true });
  await resolving(bench).click();
  await bench.getByRole("button", { name: "Undo", exact: true }).click();
  for (const page of [bench, mate]) await resolving(page).waitFor();
  await expect.poll(look).toEqual(before);
  expect(barriers).toEqual([]);
});

/** Opens who the conversation is to be given to, and chooses, but does not press yet. */
async function chooseAssignee(page: Page, name: string) {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Assign" }).click();
  const dialog = page.getByRole("dialog", { name: "Assign" });
  const option = dialog.getByRole("option", { name: new RegExp(`^${name}\\b`) });
  await dialog.getByLabel("Person").selectOption(await option.getAttribute("value"));
  return dialog;
}

/** A shop with the widget of an agent for which a language model writes, and a reply that stands ready. */
async function openApp(): Promise<void> {
  provider.forget();
  app = await openAnother(team);
  inboxPath = `/accounts/${app.orgId}/cp/${app.agentId}/inbox/conversations`;
  const params = { productId: app.agentId };
  const { revision, configuration } = (await app.client.call(getAgent, { params })).data;
  const data = { revision, configuration: { ...configuration, model: "gpt-4o" } };
  await app.client.call(updateAgent, { params, body: { data } });
  await app.client.call(publishAgent, { params });
  const text = "Hello {{visitor.name|friend}}, this is {{me.name}}: your money is on its way.";
  await app.client.call(createCannedReply, { params, body: { data: { name: "refund", text } } });
  const snippet = scriptSnippet({ host: app.server.url, token: app.token });
  shop = await serveWebsite({
    "/": `<!doctype html><html lang="en"><head><title>Shop</title>${snippet}</head><body><h1>Shop</h1></body></html>`,
  });
}

/** Comes to the shop as somebody new and opens the chat; `readReceived` gives all that its calls were answered. */
async function openShop() {
  const { page, chat } = await openOnSite(chromium.browser, shop.origin);
  const received: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.headers()["content-type"]?.startsWith("application/json"))
      received.push(response.text().catch(() => ""));
  });
  const readReceived = async () => (await Promise.all(received)).join("\n");
  return { page, chat, log: chat.getByRole("log"), readReceived };
}

async function write(chat: FrameLocator, text: string): Promise<void> {
  await writeInChat(chat, text);
  await chat.getByRole("log").getByText(text).waitFor();
}

/** Takes something out of the chat's menu. */
async function chooseItem(chat: FrameLocator, name: string): Promise<void> {
  await pressButton(chat, "More");
  await chat.getByRole("menuitem", { name }).press("Enter");
}

async function openQueue(walker: "support" | "admin", queue: string): Promise<Page> {
  const page = await app.enter(walker, chromium);
  await page.goto(`${app.server.url}${inboxPath}?queue=${queue}`);
  await page.getByRole("button", { name: /^View: / }).waitFor();
  return page;
}

async function openThread(walker: "owner" | "support", threadId: string): Promise<Page> {
  const page = await app.enter(walker, chromium);
  await page.goto(`${app.server.url}${inboxPath}/${threadId}`);
  await page.getByRole("button", { name: "Take over" }).waitFor();
  return page;
}

function rows(page: Page) {
  return page.getByRole("region", { name: "Conversations", exact: true }).getByRole("listitem");
}

async function chooseQueue(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: /^View: / }).click();
  await page
    .getByRole("navigation", { name: "Queue" })
    .getByRole("link", { name: new RegExp(`^${name}`) })
    .click();
}

function replyField(page: Page) {
  return page.getByRole("textbox", { name: /^Reply to/ });
}

async function findWaiting(): Promise<string> {
  const params = { productId: app.agentId };
  const { items } = await app.client.call(listThreads, { params, query: { queue: "waiting" } });
  expect(items).toHaveLength(1);
  return items[0]?.id ?? "";
}

/** Holds what takes over until all of the pages have asked for it. */
async function arriveTogether(pages: Page[]): Promise<void> {
  const { promise: allThere, resolve } = Promise.withResolvers<void>();
  let there = 0;
  for (const page of pages)
    await page.route(/\/threads\/[^/?]+$/, async (route) => {
      if (route.request().postData()?.includes('"handledBy":"human"')) {
        there += 1;
        if (there === pages.length) resolve();
        await allThere;
      }
      await route.continue();
    });
}
